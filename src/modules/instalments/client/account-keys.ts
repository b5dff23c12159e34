import { CredentialsError, SignatureError, type ServiceError } from "./errors"
import type { RequestKeys } from "./request-headers"

/** The options with the keys of requests, each a list, newest first. */
export type KeyLists = Record<keyof RequestKeys, string[]>

/** How long a newest key that the service refused is left alone. */
const AGAIN_MS = 60 * 60_000

/**
 * Which keys the service takes, as this process has learnt it, so that not every
 * request begins with one that it refuses. Only two answers speak of a key: 401
 * of the client secret, 400 about the signature of the signing secret. Both mean
 * that the request was certainly not processed, so that it may be sent again.
 */
export class AccountKeys {
  private readonly clientSecret: Ring
  private readonly signingSecret: Ring

  constructor(lists: KeyLists) {
    this.clientSecret = new Ring(() => lists.clientSecret)
    this.signingSecret = new Ring(() => lists.signingSecret)
  }

  /**
   * The keys that a request begins with at `now` (milliseconds). `mayTryNewest`:
   * the endpoint has no limit that a refused try would use up.
   */
  first(now: number, mayTryNewest: boolean): RequestKeys {
    const since = mayTryNewest ? now - AGAIN_MS : -Infinity
    return {
      clientSecret: this.clientSecret.first(since),
      signingSecret: this.signingSecret.first(since),
    }
  }

  /**
   * The keys for one more try after an answer to the last of `tried`; null when
   * the answer is not about a key, or every key was refused.
   */
  afterRefusal(
    error: ServiceError,
    tried: readonly RequestKeys[],
    now: number
  ): RequestKeys | null {
    const option = refusedOption(error)
    const last = tried.at(-1)
    if (!option || !last) {
      return null
    }
    const used = new Set(tried.map((keys) => keys[option]))
    const next = this[option].refused(last[option], used, now)
    return next === null ? null : { ...last, [option]: next }
  }

  /**
   * A limit does not allow the next try now: the next request goes on where this
   * one ended. `tried` are the keys that were refused.
   */
  deferred(tried: readonly RequestKeys[], next: RequestKeys): void {
    for (const option of ["clientSecret", "signingSecret"] as const) {
      const used = new Set(tried.map((keys) => keys[option]))
      used.delete(next[option])
      this[option].carry(used)
    }
  }

  /** The service has processed a request with these keys. */
  taken({ clientSecret, signingSecret }: RequestKeys, signed: boolean): void {
    this.clientSecret.taken(clientSecret)
    if (signed) {
      this.signingSecret.taken(signingSecret)
    }
  }
}

/** The option whose key an answer refuses; null when it is about something else. */
export function refusedOption(
  error: ServiceError | null
): keyof RequestKeys | null {
  if (error instanceof CredentialsError) {
    return "clientSecret"
  }
  return error instanceof SignatureError ? "signingSecret" : null
}

/** The keys of one option and what is known of them. */
class Ring {
  private current: string | undefined
  /** Refused by a request that a limit then kept from trying the next one. */
  private readonly carried = new Set<string>()
  private newestRefusedAt = -Infinity

  constructor(private readonly keys: () => string[]) {}

  first(newestAgainSince: number): string {
    const keys = this.keys()
    const [newest = ""] = keys
    const left = keys.filter((key) => !this.carried.has(key))
    const known = left.find((key) => key === this.current)
    const newestAgain = this.newestRefusedAt < newestAgainSince
    return known === undefined || (newestAgain && left.includes(newest))
      ? (left[0] ?? newest)
      : known
  }

  taken(key: string): void {
    this.current = key
    this.carried.clear()
  }

  /** The next one to try, or null, and then the next request begins anew. */
  refused(key: string, used: Set<string>, now: number): string | null {
    const keys = this.keys()
    if (key === keys[0]) {
      this.newestRefusedAt = now
    }
    const next = keys.find((one) => !used.has(one) && !this.carried.has(one))
    if (next === undefined) {
      this.current = undefined
      this.carried.clear()
      return null
    }
    if (this.current === undefined || this.current === key) {
      this.current = next
    }
    return next
  }

  carry(used: Set<string>): void {
    used.forEach((key) => this.carried.add(key))
  }
}
