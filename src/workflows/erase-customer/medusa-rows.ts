import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { PROVIDER_ID, withoutPerson } from "../../modules/instalments/rules"
import type { Person } from "../../modules/instalments/types"

/** Medusa's generated methods that are missing in its types of the modules. */
type Generated<Name extends string, Change> = Record<
  Name,
  (rows: ({ id: string } & Change)[]) => Promise<unknown>
>
type Data = { data: Record<string, unknown> }

/** What refunds and settling read of a payment's data, and says nothing of a person. */
const KEPT = ["reference", "amount", "currency", "status", "presentation"]
const PAGE = 500

const ofProvider = z.object({
  id: z.string(),
  provider_id: z.string(),
  data: z.record(z.string(), z.unknown()).nullish(),
})

/**
 * Takes out of Medusa's payment sessions and payments what a browser may have sent
 * along and where the shopper paid. Answers how many there were.
 */
export async function strip(
  collections: string[],
  container: MedusaContainer
): Promise<number> {
  const module = container.resolve(Modules.PAYMENT)
  const generated = module as unknown as Generated<
    "updatePaymentSessions" | "updatePayments",
    Data
  >
  let stripped = 0
  for (const payment_collection_id of collections) {
    // Medusa's type of a payment's filter leaves it out.
    const filter: object = { payment_collection_id }
    const all = { take: PAGE, withDeleted: true }
    const sessions = strippedOf(await module.listPaymentSessions(filter, all))
    const payments = strippedOf(await module.listPayments(filter, all))
    if (sessions.length > 0) {
      await generated.updatePaymentSessions(sessions)
    }
    if (payments.length > 0) {
      await generated.updatePayments(payments)
    }
    stripped += sessions.length + payments.length
  }
  return stripped
}

function strippedOf(rows: unknown[]) {
  return z
    .array(ofProvider)
    .parse(rows)
    .filter(({ provider_id }) => provider_id === PROVIDER_ID)
    .flatMap(({ id, data }) => {
      const others = Object.entries(data ?? {})
        .filter(([key, value]) => value !== null && !KEPT.includes(key))
        // Medusa merges: a key that is left out would stay as it is.
        .map(([key]) => [key, null])
      return others.length > 0
        ? [{ id, data: { ...data, ...Object.fromEntries(others) } }]
        : []
    })
}

const entry = z.object({
  id: z.string(),
  idempotency_key: z.string(),
  data: z.looseObject({ title: z.string(), description: z.string() }),
})

/**
 * Takes a person out of the plugin's entries in the admin's bell: out of those about
 * these rows of the ledger, and the e-mail and phone number out of any other.
 * Answers how many there were.
 */
export async function eraseFromBell(
  rows: string[],
  person: Person,
  container: MedusaContainer
): Promise<number> {
  const module = container.resolve(Modules.NOTIFICATION)
  const generated = module as unknown as Generated<"updateNotifications", Data>
  // This filter works, but Medusa's types do not have it.
  const ours: object = { idempotency_key: { $like: "instalments:%" } }
  const own = { own: person.own, shared: [] }
  let erased = 0
  for (let skip = 0; ; skip += PAGE) {
    const page = z.array(entry).parse(
      await module.listNotifications(ours, {
        ...{ skip, take: PAGE, order: { id: "ASC" } },
      })
    )
    const changed = page.flatMap(({ id, idempotency_key, data }) => {
      const [, , row = ""] = idempotency_key.split(":")
      const description = withoutPerson(
        data.description,
        rows.includes(row) ? person : own
      )
      return description === data.description
        ? []
        : [{ id, data: { ...data, description } }]
    })
    if (changed.length > 0) {
      await generated.updateNotifications(changed)
    }
    erased += changed.length
    if (page.length < PAGE) {
      return erased
    }
  }
}
