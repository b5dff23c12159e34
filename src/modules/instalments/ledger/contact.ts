import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { CredentialsError, RuleError, SignatureError } from "../client/errors"
import type { Heard } from "../client/exchange"
import { keepValue } from "./kept-values"

/** How often an unchanged fact is written again. */
const AGAIN_MS = 60_000

/**
 * Records what the service's answers say about the store's set-up: whether the
 * credentials are accepted and how the clocks differ. It writes seldom, and
 * never fails a request.
 */
export class ContactKeeper {
  private last: { accepted: boolean; at: number } | undefined

  constructor(
    private readonly db: Knex,
    private readonly now: () => number
  ) {}

  /** Notes an answer. A rate limit or a fault says nothing about credentials. */
  async hear({ error, at, serviceClock }: Heard): Promise<void> {
    const refused =
      error instanceof CredentialsError || error instanceof SignatureError
    if (error && !refused && !(error instanceof RuleError)) {
      return
    }
    const accepted = !refused
    const known = this.last?.accepted === accepted
    if (known && Math.abs(at - (this.last?.at ?? 0)) < AGAIN_MS) {
      return
    }
    this.last = { accepted, at }
    const now = new Date(this.now())
    const moment = now.toISOString()
    await keepValue(this.db, "contact", {
      ...(refused
        ? { refused_at: moment, refused_reason: error.message }
        : { accepted_at: moment }),
      ...(serviceClock !== null && {
        // By the plugin's clock, which the refund rules use.
        clock_difference_ms: serviceClock - +now,
        clock_at: moment,
      }),
    }).catch(() => undefined)
  }
}
