import type { BenchStore } from "../store/boot"

const MINUTE = 60_000

/**
 * Runs a job at every full minute of virtual time, as its schedule does, until
 * `isOver`; answers the virtual minutes from the first run's begin to the end.
 */
export async function everyMinute(
  { sandbox }: BenchStore,
  job: () => Promise<unknown>,
  isOver: () => Promise<boolean>
): Promise<number> {
  const begin = sandbox.now()
  for (;;) {
    await job()
    if (await isOver()) {
      return (sandbox.now() - begin) / MINUTE
    }
    const passed = sandbox.now() - begin
    const next = begin + Math.ceil(passed / MINUTE) * MINUTE
    await sandbox.advance(next - sandbox.now())
  }
}
