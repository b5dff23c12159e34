import { z } from "@medusajs/framework/zod"

/** Reads a query's text that stands for a number. */
const number = (what: string, least: number, most: number) =>
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
export const span = z
  .strictObject({
    $gte: moment("created_at[$gte]").optional(),
    $gt: moment("created_at[$gt]").optional(),
    $lte: moment("created_at[$lte]").optional(),
    $lt: moment("created_at[$lt]").optional(),
  })
  .optional()

/** One value, or several as `name[]=a&name[]=b`. */
export const oneOrMore = <T extends z.ZodType>(entry: T) =>
  z
    .preprocess(
      (value) => (Array.isArray(value) ? value : [value]),
      z.array(entry)
    )
    .optional()

/** One of these words, said with all of them when it is another. */
export const word = <const T extends readonly string[]>(words: T) =>
  z.enum(words, { error: `expected one of ${words.join(", ")}` })

/** A text that is not empty, given once. */
export const text = z.string().min(1, "is empty").max(200, "is too long")

/** `q`, where a number like `#12` may be an order's. */
export const q = z.string().max(200, "q is too long").optional()

/** Paging as in Medusa's own admin routes; `order=-created_at` descends. */
export function paging<const T extends string>(columns: readonly T[]) {
  const orders = columns.flatMap((column) => [column, `-${column}`] as const)
  return {
    limit: number("limit", 1, 1000).prefault("20"),
    offset: number("offset", 0, 999_999_999).prefault("0"),
    order: word(orders).prefault("-created_at" as never),
    fields: z.string().max(2_000).optional(),
  }
}
