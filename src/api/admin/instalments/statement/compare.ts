import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import {
  closing,
  differencesOf,
  eventsOf,
  moneyInWords,
  movedIn,
  SOURCES,
  sourcesOf,
} from "../../../../modules/instalments/rules"
import type {
  Difference,
  Sources,
  StatementRow,
} from "../../../../modules/instalments/types"
import type { StatementApart, StatementLine } from "../answers"
import { moment } from "../answers/words"
import {
  paymentsMade,
  readMedusaBooks,
  readPayments,
  type MedusaBooks,
  type PaymentMade,
} from "./medusa-books"
import type { Month } from "./month"

/**
 * What a statement goes through, one after the other: the checkouts that were paid
 * in the month, the others that moved in it or are outstanding, and what stands in
 * no row of the ledger: at the service, and in Medusa.
 */
export const PARTS = [
  "inside",
  "outside",
  "checkouts",
  "refunds",
  "payments",
] as const
type Part = (typeof PARTS)[number]

/** How far a statement was gone through: everything of `part` up to `after`. */
export type Place = { part: Part; after: string }

/** The beginning of a statement. */
export const BEGINNING: Place = { part: "inside", after: "" }

type Found = { lines: StatementLine[]; apart: StatementApart[] }

/**
 * Compares the next `limit` entries of a month's statement with the service's word
 * and Medusa's books. `next` is where to go on; null at the end.
 */
export async function compareNext(
  container: MedusaContainer,
  month: Month,
  { place, limit }: { place: Place; limit: number }
): Promise<Found & { sums: Sources; next: Place | null }> {
  const found: Found = { lines: [], apart: [] }
  let left = limit
  let next: Place | null = place
  while (next && left > 0) {
    const { part, after }: Place = next
    const page = await readPart(container, month, part, { after, limit: left })
    found.lines.push(...page.lines)
    found.apart.push(...page.apart)
    next =
      page.last === null || page.count < left
        ? follow(part)
        : { part, after: page.last }
    left -= page.count
  }
  const all = [...found.lines, ...found.apart]
  return { ...found, sums: sumOf(all.map(({ sources }) => sources)), next }
}

function follow(part: Part): Place | null {
  const next = PARTS[PARTS.indexOf(part) + 1]
  return next ? { part: next, after: "" } : null
}

/** The sums of each source. */
export function sumOf(all: Sources[]): Sources {
  const sums = nothingHeld()
  for (const sources of all) {
    for (const source of SOURCES) {
      sums[source].paid += sources[source].paid
      sums[source].back += sources[source].back
    }
  }
  return sums
}

const nothingHeld = () =>
  Object.fromEntries(
    SOURCES.map((source) => [source, { paid: 0, back: 0 }])
  ) as Sources

type PartRead = Found & { count: number; last: string | null }

async function readPart(
  container: MedusaContainer,
  month: Month,
  part: Part,
  page: { after: string; limit: number }
): Promise<PartRead> {
  const { statement } = container.resolve(INSTALMENTS_MODULE).reports
  const { of } = month
  const read = (ids: string[], found: Partial<Found>): PartRead => ({
    ...{ lines: [], apart: [], count: ids.length, last: ids.at(-1) ?? null },
    ...found,
  })
  switch (part) {
    case "inside":
    case "outside": {
      const rows = await (part === "inside"
        ? statement.paidInside(of, page)
        : statement.paidOutside(of, page))
      const checkouts = rows.flatMap(({ checkout }) => checkout ?? [])
      const books = await readMedusaBooks(checkouts, container)
      const lines = rows.map((row) => lineOf(row, month, books))
      return read(
        rows.map(({ reference }) => reference),
        { lines }
      )
    }
    case "checkouts": {
      const rows = await statement.unmatchedCheckouts(of, page)
      const apart = rows.map(({ id, amount, currency }) => {
        const text = `The service holds ${moneyInWords(amount, currency)} paid as checkout ${id}, the ledger no such checkout.`
        return apartOf("checkout", id, { paid: amount, back: 0 }, text)
      })
      return read(
        rows.map(({ id }) => id),
        { apart }
      )
    }
    case "refunds": {
      const rows = await statement.unmatchedRefunds(of, page)
      const apart = rows.map(({ id, amount, currency, status }) => {
        const text = `The service says ${status} of refund ${id} of ${moneyInWords(amount, currency)}, the ledger has no such refund request.`
        return apartOf("refund", id, { paid: 0, back: amount }, text)
      })
      return read(
        rows.map(({ id }) => id),
        { apart }
      )
    }
    case "payments": {
      const payments = await paymentsMade(month, page, container)
      return read(
        payments.map(({ id }) => id),
        { apart: await unknownOf(payments, month, container) }
      )
    }
  }
}

/** A checkout of a statement, with what moved in the month and how the sources differ. */
function lineOf(
  { reference, checkout, refunds }: StatementRow,
  { from, until, of }: Month,
  { held, numbers }: MedusaBooks
): StatementLine {
  const events = eventsOf(checkout, refunds)
  const none = { unplaced: 0, under_way: 0 }
  const opening = closing(none, movedIn(events, new Date(0), from))
  const moved = movedIn(events, from, until)
  const medusa = held.get(reference) ?? null
  const compared = { checkout, refunds, medusa }
  return {
    id: reference,
    checkout_id: checkout?.checkout_id ?? null,
    order_id: checkout?.order_id ?? null,
    order_number: numbers.get(checkout?.order_id ?? "") ?? null,
    outcome: checkout?.outcome ?? null,
    paid_at: moment(checkout?.paid_at ?? null),
    ...moved,
    opening,
    closing: closing(opening, moved),
    sources: sourcesOf(compared),
    differences: differencesOf(compared, of.currency).map(inAnswer),
  }
}

const inAnswer = ({ amount, text, explained }: Difference) => ({
  amount,
  text,
  explained,
})

/** What the service alone holds, in cents. */
function apartOf(
  kind: "checkout" | "refund",
  id: string,
  service: Sources["service"],
  text: string
): StatementApart {
  const amount = service.paid + service.back
  return {
    ...{ kind, id, sources: { ...nothingHeld(), service } },
    difference: { amount, text, explained: false },
  }
}

/**
 * The payments that hold money and are in no checkout's line: the ledger has no
 * checkout of it, or it is not paid, or in another order or currency. One in
 * another currency than the statement's is in no sum of it.
 */
async function unknownOf(
  payments: PaymentMade[],
  { of: { currency } }: Month,
  container: MedusaContainer
): Promise<StatementApart[]> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const rows = await ledger.listCheckouts(
    { id: payments.flatMap(({ reference }) => reference ?? []) },
    { take: payments.length || 1 }
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  const checkoutOf = ({ reference }: PaymentMade) => known.get(reference ?? "")
  // Those of a checkout's own order are in its line; only the others are looked at.
  const others = payments.filter((payment) => {
    const row = checkoutOf(payment)
    const isInLine =
      row?.status === "successful" &&
      row.order_id &&
      row.order_id === payment.order_id &&
      row.currency === payment.currency
    return !isInLine
  })
  const { counted } = await readMedusaBooks(
    others.flatMap((payment) => {
      const row = checkoutOf(payment)
      return row?.status === "successful" ? [row] : []
    }),
    container
  )
  const unknown = others.filter(({ id }) => !counted.has(id))
  const named = new Map(
    unknown.map((payment) => [payment.id, checkoutOf(payment)])
  )
  const held = await readPayments(
    unknown.map(({ id }) => id),
    container
  )
  return held
    .filter(({ captured, refunded }) => captured > 0 || refunded > 0)
    .map(({ payment_id: id, captured, refunded, currency: its }) => {
      const money = [captured, refunded].map((cents) =>
        moneyInWords(cents, its)
      )
      const row = named.get(id)
      const whose = !row
        ? "the ledger no checkout of it"
        : row.status !== "successful"
          ? `which names checkout ${row.id}, and that is not paid in the ledger`
          : `which names checkout ${row.id} and is not in ${its === row.currency ? `its order (${row.order_id ?? "none"})` : `its currency (${row.currency})`}`
      const [paid, back] = its === currency ? [captured, refunded] : [0, 0]
      return {
        ...{ kind: "payment" as const, id },
        sources: { ...nothingHeld(), medusa: { paid, back } },
        difference: {
          amount: back - paid,
          text: `Medusa holds ${money[0]} captured and ${money[1]} refunded as payment ${id}, ${whose}.`,
          explained: false,
        },
      }
    })
}
