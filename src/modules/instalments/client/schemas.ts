import { z } from "@medusajs/framework/zod"

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
const flat = ({ id, attributes }: z.output<typeof checkout>) => ({
  id,
  ...attributes,
})

/** A checkout as fetched. `amount` is cents; unknown fields are dropped. */
export const checkoutEnvelope = z
  .object({ data: checkout })
  .transform(({ data }) => flat(data))

/** A page of checkouts, newest first. */
export const checkoutList = z.object({
  data: z.array(checkout.transform(flat)),
  links,
})

/** A refund request: the same attributes as a checkout's. `amount` is cents. */
export const refundEnvelope = checkoutEnvelope

/** A page of refund requests, in no particular order. */
export const refundList = checkoutList

// Browsers open it, so it must be a web address, not `javascript:`.
const url = z
  .string()
  .max(4_000)
  .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value))
const withUrl = z.object({ payment_url: url.optional() })

/** A created checkout; `payment_url` may stand in three places. */
export const createdEnvelope = withUrl
  .extend({
    data: checkout.extend({
      payment_url: url.optional(),
      attributes: checkout.shape.attributes.extend(withUrl.shape),
    }),
  })
  .transform(({ payment_url, data }, ctx) => {
    const found = payment_url ?? data.payment_url ?? data.attributes.payment_url
    if (!found) {
      ctx.addIssue("payment_url is missing")
      return z.NEVER
    }
    return { id: data.id, ...data.attributes, payment_url: found }
  })

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
const withRules = z.object({ rules: rules.optional() })

/** The merchant config's amount bands in cents, in any of three places. */
export const configEnvelope = withRules
  .extend({
    data: withRules.extend({ attributes: withRules.optional() }).optional(),
  })
  .transform((config, ctx) => {
    const found =
      config.rules ?? config.data?.rules ?? config.data?.attributes?.rules
    if (!found) {
      ctx.addIssue("rules are missing")
      return z.NEVER
    }
    return { rules: found }
  })
