import { below } from "../options/addresses"
import type { InstalmentsOptions } from "../options/parse-options"

/**
 * What the doctor posts to see that callbacks arrive, unsigned: it is answered as
 * any other that cannot be verified, and counted nowhere.
 */
export const PROBE = '{"probe":"medusa-payment-instalments doctor"}'

/**
 * Where the service posts its callbacks: below `backendUrl`, whose own path, as
 * a proxy may need it, is kept.
 */
export function notifyUrl({
  backendUrl,
}: Pick<InstalmentsOptions, "backendUrl">): string {
  return below(backendUrl, "/hooks/instalments")
}
