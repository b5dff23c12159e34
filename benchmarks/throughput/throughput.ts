import { z } from "@medusajs/framework/zod"
import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Figure } from "../figure"
import { median } from "../measure/median"
import {
  byOwner,
  shareUnder,
  topFunctions,
  type Profile,
} from "../measure/profile"

/** Milliseconds of processor time, by whose they are. */
const processor = z.record(z.string(), z.number())
const seen = z.object({
  orders: z.number(),
  ordersOfPair: z.number(),
  rounds: z.array(
    z.object({ processes: z.number(), ms: z.number(), processor })
  ),
  pairs: z.array(z.object({ instalments: processor, nothing: processor })),
  profile: z.custom<Profile>((profile) => typeof profile === "object"),
})
type Seen = z.infer<typeof seen>

/**
 * Shoppers buy from real processes on Redis: from the first article to the order
 * that the callback places. Uses a store of its own, not the run's.
 */
export async function throughput(): Promise<Figure[]> {
  const found = await play()
  const perMinute = (processes: number) =>
    median(of(found, processes).map(({ ms }) => (found.orders / ms) * 60_000))
  const one = perMinute(1)
  const code = byOwner(found.profile, owner)
  const own = code.find(({ where }) => where === OWN)?.share ?? 0
  const under = shareUnder(found.profile, (url) => owner(url) === OWN)
  return [
    ...[2, 3].map((processes) => ({
      what: `orders a minute, from the first article on, with ${processes} processes`,
      value: perMinute(processes).toFixed(0),
      against: `one process: ${one.toFixed(0)}`,
      ratio: perMinute(processes) / one,
    })),
    ...processorTimes(found),
    {
      what: "the plugin's own code",
      value: `${(own * 100).toFixed(2)}% of a process's busy time, ${percent(under)} with what it calls`,
      against: "all of it",
      ratio: own,
      aim: { atMost: 0.1 },
      note: `By package: ${list(code.slice(0, 10))}. Most time in: ${list(topFunctions(found.profile, 12))}.`,
    },
  ]
}

/** What an order costs in processor time, which other work hardly changes. */
function processorTimes({ ordersOfPair, pairs }: Seen): Figure[] {
  const cost = (by: "instalments" | "nothing", who: string) =>
    meanOf(pairs.map((pair) => pair[by][who] ?? 0)) / ordersOfPair
  const who = Object.keys(pairs[0]?.instalments ?? {})
  const all = who.reduce((sum, name) => sum + cost("instalments", name), 0)
  const parts = who.map(
    (name) => `${name} ${cost("instalments", name).toFixed(0)}`
  )
  const store = cost("instalments", "store")
  const bare = cost("nothing", "store")
  const ratio = store / bare
  // The standard error of a ratio of two sums that were counted in pairs.
  const squares = pairs.map(
    ({ instalments, nothing }) =>
      ((instalments["store"] ?? 0) - ratio * (nothing["store"] ?? 0)) ** 2
  )
  const error =
    Math.sqrt(meanOf(squares) / (pairs.length - 1)) / (bare * ordersOfPair)
  return [
    {
      what: "processor time of an order in the store's process",
      value: `${store.toFixed(0)} ms`,
      against: `everybody's: ${all.toFixed(0)} ms (${parts.join(", ")})`,
      ratio: store / all,
    },
    {
      what: `the same, in ${pairs.length} pairs of ${ordersOfPair} orders; the ratio's standard error: ${error.toFixed(3)}`,
      value: `${store.toFixed(0)} ms`,
      against: `one whose payment does nothing: ${bare.toFixed(0)} ms`,
      ratio,
      aim: { atMost: 1.05 },
    },
  ]
}

function meanOf(figures: number[]): number {
  return figures.reduce((sum, one) => sum + one, 0) / figures.length
}

const of = ({ rounds }: Seen, count: number) =>
  rounds.filter(({ processes }) => processes === count)

async function play(): Promise<Seen> {
  const folder = mkdtempSync(join(tmpdir(), "instalments-throughput-"))
  const file = join(folder, "seen.json")
  try {
    await promisify(execFile)(process.execPath, [
      join(__dirname, "play.mjs"),
      file,
    ])
    return seen.parse(JSON.parse(readFileSync(file, "utf8")))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const OWN = "the plugin"

/** A profile names files of the store, packages, Node's own and native code. */
function owner(url: string): string {
  const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  if (name) {
    return name
  }
  if (url.startsWith("node:")) {
    return "Node"
  }
  return url.includes("/src/") ? OWN : "V8 and the system"
}

const percent = (share: number) => `${(share * 100).toFixed(1)}%`
const list = (shares: { where: string; share: number }[]) =>
  shares.map(({ where, share }) => `${where} ${percent(share)}`).join(", ")
