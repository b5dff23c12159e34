import type { AttentionList } from "../attention/list"
import type { CallbackStore } from "../callback/store"
import type { CheckoutErasing } from "../checkout/erasing"

const DAY_MS = 86_400_000
/** Repeated callbacks of a day still learn where the shopper was to return to. */
const ENDED_DAYS = 1
const BODY_DAYS = 30
const CALLBACK_DAYS = 365
/** Small enough to hold no row for long. */
const BATCH = 1_000
/** A run ends after so many batches of each kind; the next one goes on. */
const MOST_BATCHES = 50

/** Takes out of the ledger what leads to people. */
export class Retention {
  constructor(
    private readonly stores: {
      callbacks: Pick<CallbackStore, "prune" | "forgetBodies" | "erase">
      erasing: CheckoutErasing
      attention: Pick<AttentionList, "erase">
    },
    private readonly now: () => number
  ) {}

  /**
   * Forgets what nobody needs any more: of checkouts that have ended the addresses and
   * the fingerprint, of callbacks the bodies, and callbacks of a year ago.
   */
  async run(): Promise<void> {
    const { callbacks, erasing } = this.stores
    await callbacks.forgetBodies(this.ago(BODY_DAYS))
    await inBatches(() => callbacks.prune(this.ago(CALLBACK_DAYS), BATCH))
    await inBatches(() => erasing.forget(this.ago(ENDED_DAYS), BATCH))
  }

  /**
   * Takes a person out of what pays for these carts and orders, whatever its state,
   * and answers it.
   */
  async erase(bought: { cart_ids: string[]; order_ids: string[] }) {
    const { callbacks, erasing, attention } = this.stores
    const checkouts = await erasing.erase(bought)
    const references = checkouts.map(({ id }) => id)
    await callbacks.erase(references)
    await attention.erase(references)
    return checkouts
  }

  private ago(days: number): Date {
    return new Date(this.now() - days * DAY_MS)
  }
}

async function inBatches(forget: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    if ((await forget()) < BATCH) {
      return
    }
  }
}
