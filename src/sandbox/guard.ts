import type { Next } from "hono"
import type { Exchange } from "./parts"
import { Refusal } from "./refusal"

const THIS_MACHINE =
  /^(localhost|127\.0\.0\.1|\[::1\]|([a-z0-9-]+\.)+localhost)(:\d+)?$/i

/** The sandbox's own origin, with the host name that the client used. */
export function originOf(c: Exchange): string {
  return `http://${c.req.header("host")}`
}

/**
 * Refuses every host name that is not this machine's. A page can point its own
 * name at 127.0.0.1 (DNS rebinding), and the browser then lets it read
 * everything.
 */
export async function refuseForeignHost(c: Exchange, next: Next) {
  const host = c.req.header("host") ?? ""
  if (!THIS_MACHINE.test(host)) {
    throw new Refusal(
      403,
      `The sandbox does not answer as "${host}". ` +
        "Ask it as localhost, 127.0.0.1, [::1] or a name below .localhost."
    )
  }
  await next()
}

/**
 * Refuses requests that another site's page makes a browser send. Programs such
 * as curl and Node send no `Origin`; browsers send it with every request that
 * can change something.
 */
export function refuseForeignOrigin(...alsoGood: string[]) {
  return async (c: Exchange, next: Next) => {
    const origin = c.req.header("origin")
    const good = [undefined, originOf(c), ...alsoGood]
    const changes = c.req.method !== "GET" && c.req.method !== "HEAD"
    if (changes && !good.includes(origin)) {
      throw new Refusal(
        403,
        `Pages of ${origin} must not change the sandbox. ` +
          "Do it from the sandbox's own pages, or with curl or a program."
      )
    }
    await next()
  }
}

/**
 * A form of any page can send text; only a program can send JSON without a
 * preflight.
 */
export async function refuseOtherThanJson(c: Exchange, next: Next) {
  const [type = ""] = (c.req.header("content-type") ?? "").split(";")
  const isJson = type.trim().toLowerCase() === "application/json"
  if (c.get("raw") !== "" && !isJson) {
    throw new Refusal(
      415,
      "A body for /sandbox must be JSON and say so: " +
        'send it with the header "content-type: application/json".'
    )
  }
  await next()
}
