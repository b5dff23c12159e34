import { below } from "../options/addresses"
import type { InstalmentsOptions } from "../options/parse-options"

/**
 * The unsigned body that the doctor posts to test the callback address. It is
 * answered as any other unverified callback, and not counted.
 */
export const PROBE = '{"probe":"medusa-payment-instalments doctor"}'

/**
 * Where the service posts its callbacks: below `backendUrl`, with the path of
 * `backendUrl`, which a proxy may need.
 */
export function notifyUrl({
  backendUrl,
}: Pick<InstalmentsOptions, "backendUrl">): string {
  return below(backendUrl, "/hooks/instalments")
}
