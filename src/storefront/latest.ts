/// <reference lib="dom" />
import { pause } from "./pause.js"

/** Asks again and again, and keeps only the last answer. */
export type Latest<Q> = {
  /** Asks after a pause; whatever was asked before is dropped and aborted. */
  ask(question: Q, afterMs: number): Promise<void>
  /** Drops and aborts what was asked. */
  stop(): void
}

/**
 * Turns quick changes into one request: `ask` waits until they pause, aborts
 * what is older, and only the last answer is told. A failure is told as null.
 */
export function latest<Q, A>(
  find: (question: Q, signal: AbortSignal) => Promise<A>,
  tell: (answer: A | null) => void,
  wait = pause
): Latest<Q> {
  let current: AbortController | undefined
  return {
    async ask(question, afterMs) {
      current?.abort()
      const mine = (current = new AbortController())
      const answer = await wait(afterMs, mine.signal)
        .then(() => find(question, mine.signal))
        .catch(() => null)
      if (current === mine) {
        tell(answer)
      }
    },
    stop() {
      current?.abort()
      current = undefined
    },
  }
}
