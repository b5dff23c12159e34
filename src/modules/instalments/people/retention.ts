import type { AttentionList } from "../attention/list"
import type { CallbackStore } from "../callback/store"
import type { CheckoutErasing } from "../checkout/erasing"
import type { InstalmentsOptions } from "../options/parse-options"

const DAY_MS = 86_400_000
/** Small enough to hold no row for long. */
const BATCH = 1_000
/** A run ends after so many batches of each kind; the next one goes on. */
const MOST_BATCHES = 50

/** Erases personal data that was kept for as long as the options say. */
export class Retention {
  constructor(
    private readonly stores: {
      callbacks: Pick<CallbackStore, "prune">
      erasing: Pick<CheckoutErasing, "forget">
      attention: Pick<AttentionList, "forget">
    },
    private readonly options: Pick<
      InstalmentsOptions,
      "callback" | "retention"
    >,
    private readonly now: () => number
  ) {}

  /**
   * Deletes old callbacks, takes what leads to shoppers out of old checkouts, and
   * erases old notes. Answers how many rows each was; a second run finds none.
   */
  async run() {
    const { callbacks, erasing, attention } = this.stores
    const { callback, retention } = this.options
    return {
      callbacks: await this.batches(callback.auditDays, (before) =>
        callbacks.prune(before, BATCH)
      ),
      checkouts: await this.batches(retention.checkoutsDays, (before) =>
        erasing.forget(before, BATCH)
      ),
      notes: await this.batches(retention.notesDays, (before) =>
        attention.forget(before, BATCH)
      ),
    }
  }

  private async batches(
    days: number,
    erase: (before: Date) => Promise<number>
  ): Promise<number> {
    const before = new Date(this.now() - days * DAY_MS)
    let erased = 0
    for (let batch = 0; batch < MOST_BATCHES; batch++) {
      const rows = await erase(before)
      erased += rows
      if (rows < BATCH) {
        break
      }
    }
    return erased
  }
}
