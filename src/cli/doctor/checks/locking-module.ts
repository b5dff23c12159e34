import { expires } from "../../../modules/instalments/health/locking"
import type { Finding } from "../finding"

/**
 * What is wrong with the locking provider that medusa-config names, by its kind;
 * nothing for one whose locks end when their process is killed.
 */
export function checkLockingModule(provider: string | undefined): Finding[] {
  return provider && !expires(provider)
    ? [
        {
          check: "locking module",
          state: "wrong",
          saw: `its locks (${provider}) never expire: a process that is killed locks the cart that it completes for ever`,
          next: "Use @medusajs/locking-redis in the locking module of medusa-config.",
        },
      ]
    : []
}
