import { z } from "@medusajs/framework/zod"
import { below, isLoopback } from "../options/addresses"

// No zero byte and no long texts: the values are stored in columns of
// PostgreSQL.
const word = z
  .string()
  .max(200)
  .regex(/^[^\0]+$/)

const checkout = z.object({
  id: word,
  attributes: z.object({
    amount: z.number().int(),
    // However it is spelt, the ledger has it in capitals and compares it so.
    currency: word.transform((code) => code.toUpperCase()),
    status: word,
    created_at: word,
  }),
})

const links = z.object({
  // Nothing is lost when it is not there or no address.
  last: z.unknown().optional(),
  next: z
    .string()
    .nullish()
    .transform((link) => link ?? null),
})
const flat = <T extends object>(data: { id: string; attributes: T }) => ({
  id: data.id,
  ...data.attributes,
})

// What it calls paid is held, also where the rest of it cannot be read.
const entry = checkout
  .extend({
    attributes: z.object({
      ...checkout.shape.attributes.shape,
      amount: checkout.shape.attributes.shape.amount.nullable().catch(null),
      currency: checkout.shape.attributes.shape.currency.catch("?"),
      created_at: word.catch(""),
    }),
  })
  .transform(flat)

/**
 * A checkout as fetched. `amount` is cents, or null where it cannot be read; unknown
 * fields are dropped.
 */
export const checkoutEnvelope = z
  .object({ data: entry })
  .transform(({ data }) => data)

/** A page of checkouts, newest first; `unread` counts what has no id or status. */
export const checkoutList = z
  .object({ data: z.array(entry.nullable().catch(null)), links })
  .transform(({ data: all, links }) => {
    const data = all.filter((one) => one !== null)
    return { data, unread: all.length - data.length, links }
  })

/** A refund request: the same attributes as a checkout's. `amount` is cents. */
export const refundEnvelope = z
  .object({ data: checkout })
  .transform(({ data }) => flat(data))

/** A page whose entries all are as the API specification has them. */
export const promisedList = z.object({ data: z.array(checkout), links })

/** A page of refund requests, in no particular order; see `checkoutList`. */
export const refundList = checkoutList

const branch = z.record(z.string(), z.unknown()).catch({})
type Branch = z.output<typeof branch>

/** Where a field may stand whose place the specification leaves open. */
function placesIn(answer: unknown): Branch[] {
  const top = branch.parse(answer)
  const data = branch.parse(top.data)
  return [top, data, branch.parse(data.attributes)]
}

const firstOf = (places: Branch[], field: string) =>
  places.map((place) => place[field]).find((value) => value != null)

/** The service that answers; without an environment, of production. */
export type Answering = {
  baseUrl: string
  environment?: "sandbox" | "production"
}

/**
 * A created checkout; `payment_url` may stand in three places, as a whole address or as
 * a path below the service's own.
 */
export const createdEnvelope = (service: Answering) =>
  z
    .preprocess(
      (answer) => ({
        data: branch.parse(answer).data,
        payment_url: firstOf(placesIn(answer), "payment_url"),
      }),
      z.object({
        data: checkout,
        payment_url: z
          .string()
          .transform((given) => pageAddress(given, service))
          .pipe(z.string().max(4_000)),
      })
    )
    .transform(({ data, payment_url }) => ({ ...flat(data), payment_url }))

/** Browsers open it: `https`, or `http` where the service is the sandbox. */
function pageAddress(given: string, { baseUrl, environment }: Answering) {
  const whole = /^\/(?!\/)/.test(given) ? below(baseUrl, given) : given
  if (!URL.canParse(whole)) {
    return undefined
  }
  const { protocol, href } = new URL(whole)
  const isPlainTaken =
    environment === "sandbox" || isLoopback(new URL(baseUrl).hostname)
  const isTaken =
    protocol === "https:" || (protocol === "http:" && isPlainTaken)
  return isTaken ? href : undefined
}

// Shoppers see every payment of every term, so the sizes are bounded.
const rules = z
  .array(
    z.object({
      from_amount: z.number().int(),
      to_amount: z.number().int(),
      terms: z
        .array(z.number().int().positive().max(1_000))
        .max(100)
        .transform((terms) => [...new Set(terms)].sort((a, b) => a - b)),
    })
  )
  .max(100)
  // Named in another order, the bands have not changed.
  .transform((bands) =>
    bands.sort(
      (a, b) => a.from_amount - b.from_amount || a.to_amount - b.to_amount
    )
  )

/** The merchant config's amount bands in cents; `rules` may stand in nine places. */
export const configEnvelope = z.preprocess(
  (answer) => ({
    rules: firstOf(
      placesIn(answer).flatMap((place) => [
        place,
        branch.parse(place.merchant),
        branch.parse(place.config),
      ]),
      "rules"
    ),
  }),
  z.object({ rules })
)
