import { runInThisContext } from "node:vm"

const { FUZZ_RUNS, FUZZ_SEED } = process.env

/**
 * How often a fuzz test runs, and from which seed: the same ones in every
 * `npm test`, more and others with `FUZZ_RUNS` and `FUZZ_SEED` (`random`). A
 * failure prints its seed and path.
 */
export function runs(usual: number) {
  return {
    numRuns: Number(FUZZ_RUNS ?? usual),
    seed: FUZZ_SEED === "random" ? undefined : Number(FUZZ_SEED ?? 20_261_121),
  }
}

/**
 * Collects unhandled rejections until `stop`. Jest gives tests a copy of
 * `process` that gets none.
 */
export function watchRejections() {
  const real = runInThisContext("process") as NodeJS.Process
  const unhandled: unknown[] = []
  const collect = (reason: unknown) => void unhandled.push(reason)
  real.on("unhandledRejection", collect)
  return {
    unhandled,
    stop: () => void real.off("unhandledRejection", collect),
  }
}
