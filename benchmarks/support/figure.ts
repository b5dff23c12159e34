import type { BenchStore } from "./boot"

/** One line of the table: what was measured, and against what. */
export type Figure = {
  /** What was measured, in words. */
  what: string
  /** The measured value with its unit, as it is printed. */
  value: string
  /** What it is compared to and that one's value, measured in the same run. */
  against: string
  /** The measured value divided by what it is compared to. */
  ratio: number
  /** The ratio that is aimed at; left out where there is no aim. */
  aim?: { atMost: number } | { atLeast: number }
  /** What else a reader should know. */
  note?: string
}

/** One benchmark: runs in a store that may have run others before. */
export type Benchmark = (store: BenchStore) => Promise<Figure[]>

/** Whether a figure is as good as it is meant to be; null without an aim. */
export function isMet({ ratio, aim }: Figure): boolean | null {
  if (!aim) {
    return null
  }
  return "atMost" in aim ? ratio <= aim.atMost : ratio >= aim.atLeast
}
