import type { InstalmentsOptions } from "../options/parse-options"

/**
 * Where the service posts its callbacks: below `backendUrl`, whose own path, as
 * a proxy may need it, is kept.
 */
export function notifyUrl({
  backendUrl,
}: Pick<InstalmentsOptions, "backendUrl">): string {
  return `${backendUrl.replace(/\/+$/, "")}/hooks/instalments`
}
