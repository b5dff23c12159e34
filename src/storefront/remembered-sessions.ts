/// <reference lib="dom" />

const KEY = "medusa-payment-instalments"
/** So many carts and orders are remembered; older ones make room. */
const LIMIT = 20

/** Which payment session a cart, or an order, was last paid with. */
export type RememberedSessions = {
  get(paidFor: string): string | undefined
  set(paidFor: string, sessionId: string): void
}

/**
 * Remembers payment sessions in the browser's local storage, as a bank's app
 * may come back in another tab; else in its session storage; else, on a server
 * or where storage is forbidden, as long as this object lives.
 */
export function rememberedSessions(): RememberedSessions {
  const memory = new Map<string, string>()
  return {
    // Storage first: another tab may have started the payment again.
    get: (paidFor) =>
      entries().find(([remembered]) => remembered === paidFor)?.[1] ??
      memory.get(paidFor),
    set(paidFor, sessionId) {
      memory.delete(paidFor)
      memory.set(paidFor, sessionId)
      for (const oldest of [...memory.keys()].slice(0, -LIMIT)) {
        memory.delete(oldest)
      }
      const others = entries().filter(([remembered]) => remembered !== paidFor)
      const kept = [[paidFor, sessionId], ...others].slice(0, LIMIT)
      storages().some((storage) => write(storage, JSON.stringify(kept)))
    },
  }
}

function entries(): [string, string][] {
  for (const storage of storages()) {
    try {
      const kept: unknown = JSON.parse(storage().getItem(KEY) ?? "null")
      if (Array.isArray(kept)) {
        return kept.filter(Array.isArray) as [string, string][]
      }
    } catch {
      // Forbidden, or not ours: as if nothing was there.
    }
  }
  return []
}

function write(storage: () => Storage, text: string): boolean {
  try {
    // Where it is full, an older payment of the cart must not be found in it.
    storage().removeItem(KEY)
    storage().setItem(KEY, text)
    return true
  } catch {
    return false
  }
}

// Functions, as merely naming a forbidden storage throws.
function storages(): (() => Storage)[] {
  return [() => localStorage, () => sessionStorage]
}
