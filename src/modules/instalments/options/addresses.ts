import { z } from "@medusajs/framework/zod"

const PLACEHOLDER = /\{([^}]*)\}/g
const KNOWN = ["cart_id", "order_id", "country_code"]

/** Whether an address stays on this machine, where `http` is safe. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}

/**
 * Whether a host is of this network only, by its name: one without a dot, Docker's name
 * of the machine that it runs on, or a private address of IPv4.
 */
export function isPrivate(hostname: string): boolean {
  return /^([^.:]+|host\.docker\.internal|(10|192\.168|172\.(1[6-9]|2\d|3[01]))\.[\d.]+)$/.test(
    hostname
  )
}

/**
 * Whether a text begins or ends with what nobody sees: a space, a line end, a byte order
 * mark. It comes of pasting, and of files that end in a line end.
 */
export function hasUnseenEnds(text: string): boolean {
  return /^[\p{C}\p{Z}]|[\p{C}\p{Z}]$/u.test(text)
}

/** What is expected where `hasUnseenEnds`. */
export const NO_UNSEEN_ENDS =
  "expected no space, line end or byte order mark around it"

/**
 * An absolute address: `https`, or `http` where only this network reaches it, which
 * `parseOptions` takes in environment sandbox alone.
 */
export const address = z.string().superRefine((value, ctx) => {
  if (hasUnseenEnds(value)) {
    ctx.addIssue(NO_UNSEEN_ENDS)
    return
  }
  // Braces may stand anywhere but in the origin, so they are filled first.
  const filled = value.replace(PLACEHOLDER, "x")
  if (!URL.canParse(filled)) {
    ctx.addIssue("expected an absolute address like https://shop.example")
    return
  }
  const { protocol, hostname } = new URL(filled)
  const isNear = isLoopback(hostname) || isPrivate(hostname)
  if (protocol !== "https:" && !(protocol === "http:" && isNear)) {
    ctx.addIssue(
      "expected https:// (http:// only for localhost, and in environment sandbox for names without a dot and private addresses)"
    )
  }
})

/** An address with the placeholders that the plugin can fill. */
export const template = address.superRefine((value, ctx) => {
  for (const [, name = ""] of value.matchAll(PLACEHOLDER)) {
    if (!KNOWN.includes(name)) {
      ctx.addIssue(
        `{${name}} is not known; expected {${KNOWN.join("}, {")}} only`
      )
    }
  }
})

/** The address of a path below another one, whose own path is kept. */
export function below(address: string, path: string): string {
  return `${address.replace(/\/+$/, "")}${path}`
}
