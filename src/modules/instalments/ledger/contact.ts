import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { CredentialsError, RuleError, SignatureError } from "../client/errors"
import type { Heard } from "../client/exchange"

const TABLE = "instalments_service_contact"
const ID = "service"
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

  /**
   * Notes an answer. A rate limit or a fault says nothing about credentials, nor
   * does a refused key while another one is still to be tried.
   */
  async hear({ error, at, serviceClock, triedAgain }: Heard): Promise<void> {
    const refused =
      error instanceof CredentialsError || error instanceof SignatureError
    if (triedAgain || (error && !refused && !(error instanceof RuleError))) {
      return
    }
    const accepted = !refused
    const known = this.last?.accepted === accepted
    if (known && Math.abs(at - (this.last?.at ?? 0)) < AGAIN_MS) {
      return
    }
    this.last = { accepted, at }
    const now = new Date(this.now())
    await this.db(TABLE)
      .insert({
        id: ID,
        ...(refused
          ? { refused_at: now, refused_reason: error.message }
          : { accepted_at: now }),
        ...(serviceClock === null
          ? {}
          : // By the plugin's clock, which the refund rules use.
            { clock_difference_ms: serviceClock - +now, clock_at: now }),
      })
      .onConflict("id")
      .merge()
      .catch(() => undefined)
  }
}
