import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { MOST_LISTED } from "../../../modules/instalments/rules"

/** Reads a query's text that stands for a number. */
export const number = (what: string, least: number, most: number) =>
  z
    .string(`${what} has to be given once`)
    .regex(/^\d{1,9}$/, `${what} has to be a whole number, like 20`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, {
      error: `${what} has to be from ${least} to ${most}`,
    })

const moment = (what: string) =>
  z
    .string(`${what} has to be given once`)
    .refine((text) => /^\d{4}-\d\d-\d\d/.test(text) && Date.parse(text) > 0, {
      error: `${what} has to be a date or a moment, like 2026-11-21 or 2026-11-21T10:00:00Z`,
    })
    .transform((text) => new Date(text))

/** `created_at[$gte]=…` and its like. */
const span = z
  .strictObject({
    $gte: moment("created_at[$gte]").optional(),
    $gt: moment("created_at[$gt]").optional(),
    $lte: moment("created_at[$lte]").optional(),
    $lt: moment("created_at[$lt]").optional(),
  })
  .optional()

/** One value, or several as `name[]=a&name[]=b`. */
const oneOrMore = <T extends z.ZodType>(entry: T) =>
  z
    .preprocess(
      (value) => (Array.isArray(value) ? value : [value]),
      z.array(entry)
    )
    .optional()

/** One of these words; the error for another word names them all. */
export const word = <const T extends readonly string[]>(words: T) =>
  z.enum(words, { error: `expected one of ${words.join(", ")}` })

/** A text that is not empty, given once. */
const text = z.string().min(1, "is empty").max(200, "is too long")

/** `q`, where a number like `#12` may be an order's. */
const q = z.string().max(200, "q is too long").optional()

/** Paging as in Medusa's own admin routes; `order=-created_at` descends. */
function paging<const T extends string>(columns: readonly T[]) {
  const orders = columns.flatMap((column) => [column, `-${column}`] as const)
  return {
    limit: number("limit", 1, 1000).prefault("20"),
    offset: number("offset", 0, 999_999_999)
      .refine((value) => value <= MOST_LISTED, {
        error: `offset goes to ${MOST_LISTED}: what is further back is found by a filter, like created_at[$lt], and is in the export`,
      })
      .prefault("0"),
    order: word(orders).prefault("-created_at" as never),
    fields: z.string().max(2_000).optional(),
  }
}

const checkoutFilter = {
  q,
  id: oneOrMore(text),
  outcome: oneOrMore(word(["open", "placed", "returned", "held", "closed"])),
  // The service's word. It may be one that this plugin does not know.
  status: oneOrMore(text),
  order_id: oneOrMore(text),
  cart_id: oneOrMore(text),
  created_at: span,
}
const checkoutPaging = paging([
  "created_at",
  "paid_at",
  "outcome_at",
  "amount",
  "outcome",
  "status",
])

/** The query of `GET /admin/instalments/checkouts`. */
export const checkoutList = z.strictObject({
  ...checkoutFilter,
  ...checkoutPaging,
})

/** The query of its export: what is filtered, without paging. */
export const checkoutExport = z.strictObject({
  ...checkoutFilter,
  order: checkoutPaging.order.optional(),
})

const refundRequestFilter = {
  q,
  status: oneOrMore(
    word([
      "filed",
      "scheduled",
      "sending",
      "in_doubt",
      "requested",
      "pending",
      "complete",
      "failed",
      "refused",
      "withdrawn",
    ])
  ),
  reason: oneOrMore(word(["merchant", "system", "unplaced"])),
  checkout_id: text.optional(),
  reference: text.optional(),
  payment_id: oneOrMore(text),
  order_id: oneOrMore(text),
  created_at: span,
}
const refundRequestPaging = paging([
  "created_at",
  "send_after",
  "finished_at",
  "amount",
  "status",
])

/** The query of `GET /admin/instalments/refund-requests`. */
export const refundRequestList = z.strictObject({
  ...refundRequestFilter,
  ...refundRequestPaging,
})

/** The query of its export: what is filtered, without paging. */
export const refundRequestExport = z.strictObject({
  ...refundRequestFilter,
  order: refundRequestPaging.order.optional(),
})

/**
 * The order that a search for a number like `#12` or `12` means, if any. The shop's own
 * numbers, which may be words and may begin with `#`, go before Medusa's: people know its
 * orders by them, though Medusa's order page shows its own.
 */
export async function orderOfNumber(
  container: MedusaContainer,
  text: string | undefined
): Promise<string | undefined> {
  const typed = text?.trim()
  const number = typed?.replace(/^#/, "")
  if (!number) {
    return undefined
  }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const find = async (filters: object): Promise<string | undefined> => {
    const { data } = await query.graph({
      ...{ entity: "order", fields: ["id"], filters },
    })
    return data[0]?.id
  }
  for (const custom_display_id of new Set([typed, number, `#${number}`])) {
    const id = await find({ custom_display_id })
    if (id) {
      return id
    }
  }
  return /^\d{1,9}$/.test(number)
    ? find({ display_id: Number(number) })
    : undefined
}

/**
 * The keys of a row that `fields` asks for, as in Medusa's own routes: a list
 * replaces them all, `-key` leaves one out; `id` is always there.
 *
 * @throws MedusaError (invalid data, 400) that names an unknown key.
 */
export function pickFields<T extends { id: string }>(
  row: T,
  fields: string | undefined
): Partial<T> {
  if (!fields) {
    return row
  }
  const asked = fields.split(",").map((name) => name.trim())
  const name = (field: string) => field.replace(/^[-+]/, "")
  const unknown = asked.filter((field) => !(name(field) in row))
  if (unknown.length > 0) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `fields: unknown ${unknown.join(", ")}; expected some of ${Object.keys(row).join(", ")}.`
    )
  }
  const out = asked.filter((field) => field.startsWith("-")).map(name)
  const only = asked.filter((field) => !/^[-+]/.test(field))
  const keys = Object.keys(row).filter(
    (key) =>
      key === "id" ||
      (!out.includes(key) && (only.length === 0 || only.includes(key)))
  )
  return Object.fromEntries(
    keys.map((key) => [key, row[key as keyof T]])
  ) as Partial<T>
}
