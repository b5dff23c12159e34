import type { RefundRequestRow } from "../ledger/rows"

/** A refund request as the service's list shows it: it names no checkout. */
export type Sighting = {
  id: string
  amount: number
  status: string
  created_at: string
}

/** Clocks need not agree, and an answer may be lost late. */
const NEAR_MS = 10 * 60_000
/** A request that was sent this long before a reading began is in it. */
const SETTLED_MS = 60_000

type Doubted = Pick<RefundRequestRow, "id" | "amount" | "sent_at">

/** Whether a sighting may be the refund request that a row sent. */
export function mayBe(row: Doubted, sighting: Sighting): boolean {
  const sent = row.sent_at?.getTime() ?? 0
  const near = Math.abs(Date.parse(sighting.created_at) - sent) <= NEAR_MS
  return near && sighting.amount === row.amount
}

/**
 * What a complete reading of the service's list says of a refund request in
 * doubt. `alike` are all rows in doubt; `seen` the sightings whose ids no row
 * knows. Only one sighting for one row is a match: between several alike nobody
 * guesses.
 */
export function judgeDoubt(
  row: Doubted,
  {
    alike,
    seen,
    begunAt,
  }: { alike: Doubted[]; seen: Sighting[]; begunAt: Date }
):
  | { verdict: "found"; sighting: Sighting }
  | { verdict: "absent" | "several" | "too-early" } {
  const sent = row.sent_at?.getTime() ?? 0
  const found = seen.filter((sighting) => mayBe(row, sighting))
  const [sighting] = found
  if (!sighting) {
    const settled = begunAt.getTime() - sent >= SETTLED_MS
    return { verdict: settled ? "absent" : "too-early" }
  }
  const rivals = alike.filter(
    (other) =>
      other.id !== row.id && found.some((candidate) => mayBe(other, candidate))
  )
  return found.length === 1 && rivals.length === 0
    ? { verdict: "found", sighting }
    : { verdict: "several" }
}
