import type { Answer } from "../ask"
import type { Finding } from "../finding"

const CHECK = "clock"
/** The refund rules go by days and 10:00 o'clock: seconds do not matter. */
const MOST_SECONDS = 30

/**
 * This machine's clock against the service's, out of an answer's `Date`. The
 * sandbox's may have been moved as the plugin's was, in milliseconds.
 */
export function checkClock(
  answer: Answer | undefined,
  clockOffset: number
): Finding {
  const theirs = Date.parse(answer?.headers.date ?? "")
  if (!answer || Number.isNaN(theirs)) {
    return {
      check: CHECK,
      state: "unknown",
      saw: "the service gave no answer with its time",
    }
  }
  const seconds = Math.round((answer.at - theirs) / 1_000)
  const moved = seconds + clockOffset / 1_000
  if (Math.min(Math.abs(seconds), Math.abs(moved)) > MOST_SECONDS) {
    const how = seconds > 0 ? "ahead of" : "behind"
    return {
      check: CHECK,
      state: "wrong",
      saw: `this machine is ${Math.abs(seconds)} seconds ${how} the service`,
      next: "Set this machine's clock by NTP: the refund rules go by it.",
    }
  }
  if (clockOffset !== 0) {
    return {
      check: CHECK,
      state: "note",
      saw: `right, and the option clockOffset moves the plugin's by ${clockOffset / 1_000} seconds`,
    }
  }
  return {
    check: CHECK,
    state: "ok",
    saw: `within ${MOST_SECONDS} seconds of the service's`,
  }
}
