import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../../../../modules/instalments"
import {
  dateOf,
  dayOf,
  MOVEMENTS,
  SOURCES,
} from "../../../../../modules/instalments/rules"
import type {
  Balanced,
  Sources,
} from "../../../../../modules/instalments/types"
import type { StatementDifference, StatementLine } from "../../answers"
import { type Cell, type CsvFormat, CSV_FORMATS, writeCsv } from "../../csv"
import { word } from "../../lists"
import { readQuery } from "../../read-input"
import { BEGINNING, compareNext, type Place } from "../compare"
import { monthField, type Month } from "../month"

/** How many lines are compared at a time. */
const BATCH = 500

const FORMATS = Object.keys(CSV_FORMATS) as CsvFormat[]
const query = (req: AuthenticatedMedusaRequest) =>
  z.strictObject({
    month: monthField(req),
    rows: word(["days", "orders"]).prefault("orders"),
    format: word(FORMATS).prefault("standard"),
  })

const OF_ANY = [
  "opening",
  ...MOVEMENTS,
  ...["closing", "closing_unplaced", "closing_under_way"],
]
const OF_DAY = ["day", "currency", ...OF_ANY]
const OF_ORDER = [
  ...["order_number", "order_id", "reference", "checkout_id", "outcome"],
  ...["paid_on", "currency", ...OF_ANY],
  ...SOURCES.flatMap((source) => [`${source}_paid`, `${source}_given_back`]),
  ...["differences", "explained_differences"],
]

/**
 * `GET /admin/instalments/statement/export?month=&rows=days|orders&format=`: the
 * month as CSV. `days` ends with the month's own row; `orders` has what
 * `statement/lines` answers, all of it.
 */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  const { month, rows, format } = readQuery(req, query(req))
  const isDays = rows === "days"
  await writeCsv(
    res,
    {
      name: `instalment-statement-${month.month}-${rows}.csv`,
      columns: isDays ? OF_DAY : OF_ORDER,
      format,
    },
    isDays ? daysOf(req.scope, month) : ordersOf(req.scope, month)
  )
}

async function* daysOf(
  container: MedusaContainer,
  { month, days, of }: Month
): AsyncGenerator<Cell[]> {
  const { statement } = container.resolve(INSTALMENTS_MODULE).reports
  const sums = await statement.read(of, days)
  for (const day of [...sums.days, { ...sums, day: month }]) {
    yield [day.day, of.currency, ...figures(day)]
  }
}

async function* ordersOf(
  container: MedusaContainer,
  month: Month
): AsyncGenerator<Cell[]> {
  let next: Place | null = BEGINNING
  while (next) {
    const found = await compareNext(container, month, {
      place: next,
      limit: BATCH,
    })
    for (const line of found.lines) {
      yield [
        ...nameOf(line, month),
        ...figures(line),
        ...held(line.sources),
        ...inWords(line.differences),
      ]
    }
    for (const { kind, id, sources, difference } of found.apart) {
      const empty = Array<null>(OF_ANY.length).fill(null)
      yield [
        ...[null, null, null, kind === "checkout" ? id : null, null, null],
        month.of.currency,
        ...[...empty, ...held(sources), ...inWords([difference])],
      ]
    }
    next = found.next
  }
}

function nameOf(line: StatementLine, { of }: Month): Cell[] {
  const paidOn =
    line.paid_at && dateOf(dayOf(Date.parse(line.paid_at), of.timeZone))
  return [
    ...[line.order_number, line.order_id, line.id, line.checkout_id],
    ...[line.outcome, paidOn, of.currency],
  ]
}

/** What `OF_ANY` names. */
function figures({ opening, closing, ...moved }: Balanced): Cell[] {
  return [
    opening.unplaced + opening.under_way,
    ...MOVEMENTS.map((movement) => moved[movement].amount),
    closing.unplaced + closing.under_way,
    ...[closing.unplaced, closing.under_way],
  ].map((cents) => ({ cents }))
}

const held = (sources: Sources): Cell[] =>
  SOURCES.flatMap((source) => [
    { cents: sources[source].paid },
    { cents: sources[source].back },
  ])

function inWords(differences: StatementDifference[]): Cell[] {
  const texts = (explained: boolean) =>
    differences
      .filter((difference) => difference.explained === explained)
      .map(({ text }) => text)
      .join(" ")
  return [texts(false), texts(true)]
}
