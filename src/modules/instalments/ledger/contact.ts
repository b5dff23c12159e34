import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Heard } from "../client/exchange"

const TABLE = "instalments_service_contact"
const ID = "service"
/** So often what is known already is written again. */
const AGAIN_MS = 60_000
/** The status that tells of a wrong client secret (Authentication). */
const UNAUTHORISED = 401

/**
 * Keeps what the service's answers tell about the store's set-up: whether its
 * credentials are accepted and how the clocks differ. Writes seldom, and never
 * fails a request.
 */
export class ContactKeeper {
  private last: { accepted: boolean; at: number } | undefined

  constructor(
    private readonly db: Knex,
    private readonly now: () => number
  ) {}

  /** Notes an answer. Answers of 5xx and 429 tell nothing about credentials. */
  async hear({ endpoint, statusCode, at, serviceClock }: Heard): Promise<void> {
    if (statusCode >= 500 || statusCode === 429) {
      return
    }
    const accepted = statusCode !== UNAUTHORISED
    const known = this.last?.accepted === accepted
    if (known && Math.abs(at - (this.last?.at ?? 0)) < AGAIN_MS) {
      return
    }
    this.last = { accepted, at }
    const now = new Date(this.now())
    await this.db(TABLE)
      .insert({
        id: ID,
        ...(accepted
          ? { accepted_at: now }
          : {
              refused_at: now,
              refused_reason: `${endpoint} was answered 401: the client secret is wrong for this address.`,
            }),
        ...(serviceClock === null
          ? {}
          : { clock_difference_ms: serviceClock - at, clock_at: now }),
      })
      .onConflict("id")
      .merge()
      .catch(() => undefined)
  }
}
