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

/** An absolute address: `https`, or `http` on loopback. */
export const address = z.string().superRefine((value, ctx) => {
  // Braces may stand anywhere but in the origin, so they are filled first.
  const filled = value.replace(PLACEHOLDER, "x")
  if (!URL.canParse(filled)) {
    ctx.addIssue("expected an absolute address like https://shop.example")
    return
  }
  const { protocol, hostname } = new URL(filled)
  const safe =
    protocol === "https:" || (protocol === "http:" && isLoopback(hostname))
  if (!safe) {
    ctx.addIssue("expected https:// (http:// only for localhost)")
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
