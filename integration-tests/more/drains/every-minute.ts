import type { Store } from "../../harness/with-store"

const MINUTE = 60_000
/** Longer than any drain is meant to last. */
const MOST_MINUTES = 3_000

/**
 * Runs a job at every full minute of virtual time, as its schedule does, until
 * `isOver`; answers the virtual minutes from the first run's begin to the end.
 *
 * @throws when it does not end in time.
 */
export async function everyMinute(
  { sandbox }: Store,
  job: () => Promise<unknown>,
  isOver: () => Promise<boolean>
): Promise<number> {
  const begin = sandbox.now()
  for (let minute = 1; ; minute++) {
    await job()
    if (await isOver()) {
      return (sandbox.now() - begin) / MINUTE
    }
    if (minute > MOST_MINUTES) {
      throw new Error(`Not over after ${MOST_MINUTES} minutes.`)
    }
    // A run that lasts longer than its minute is joined by the next one.
    await sandbox.advance(begin + minute * MINUTE - sandbox.now())
  }
}
