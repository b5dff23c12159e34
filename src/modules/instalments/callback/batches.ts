import { setImmediate } from "node:timers/promises"

/** A batch is written within milliseconds: what takes this long is broken. */
export const PATIENCE_MS = 5_000

/**
 * Writes what comes in floods. While a statement is under way, what comes waits
 * for the next one, which writes it all: a flood takes one of the database's
 * connections from the shoppers, not every one, and each row once a statement.
 */
export class Batches<Batch, Answer> {
  private last: Promise<unknown> = Promise.resolve()
  private next: { batch: Batch; answer: Promise<Answer> } | null = null

  constructor(
    /** A batch that nothing has come to yet. */
    private readonly empty: () => Batch,
    private readonly write: (batch: Batch) => Promise<Answer>
  ) {}

  /**
   * Adds to the batch that is written next, and answers what its statement says.
   *
   * @throws what `write` throws, to all of the batch and to no other one.
   */
  add(into: (batch: Batch) => void): Promise<Answer> {
    const { batch, answer } = (this.next ??= this.begin())
    into(batch)
    return answer
  }

  private begin() {
    const batch = this.empty()
    const answer = this.last.then(async () => {
      // What else has reached this process by now goes with it.
      await setImmediate()
      this.next = null
      return this.write(batch)
    })
    // Its error is for those who wait for it, not for the next batch.
    this.last = answer.catch(() => null)
    return { batch, answer }
  }
}
