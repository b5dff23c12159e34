/** The value below which a share of the samples lies; a half: the median. */
export function quantile(samples: number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  const place = Math.min(sorted.length - 1, Math.floor(sorted.length * share))
  return sorted[place] ?? NaN
}

/** The median of the samples. */
export const median = (samples: number[]) => quantile(samples, 0.5)

/** Runs something once; answers how many milliseconds it took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}
