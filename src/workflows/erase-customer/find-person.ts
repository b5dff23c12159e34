import type {
  CartDTO,
  CustomerDTO,
  MedusaContainer,
  OrderDTO,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { customerPrefill, personOf } from "../../modules/instalments/rules"
import type { Person } from "../../modules/instalments/types"

/** Whose data is erased: any of these, together. */
export type Whom = {
  /** Medusa's id, also of a customer that is deleted. */
  customer_id?: string
  /** For guests: carts and orders with this e-mail, and customers that have it. */
  email?: string
  cart_ids?: string[]
  order_ids?: string[]
}

/** What Medusa knows of somebody: what they bought, and by which words. */
export type Found = { cart_ids: string[]; order_ids: string[]; person: Person }

type Document = Pick<
  CartDTO | OrderDTO,
  "id" | "email" | "billing_address" | "shipping_address"
>
type Named = Partial<
  Record<
    "first_name" | "last_name" | "company" | "company_name" | "phone",
    string | null
  > &
    Record<"address_1" | "address_2" | "city", string | null>
>

/** Deleted rows too: a customer is deleted when the event about it comes. */
const READ = {
  withDeleted: true,
  relations: ["billing_address", "shipping_address"],
}
const PAGE = 200

/**
 * Finds somebody's carts and orders in Medusa, and the words that mean them: e-mails,
 * phone numbers, names and lines of addresses.
 */
export async function findPerson(
  whom: Whom,
  container: MedusaContainer
): Promise<Found> {
  const customers = await findCustomers(whom, container)
  const filters = [
    { customer_id: customers.map(({ id }) => id) },
    { email: spellings(whom.email) },
  ].filter((filter) => Object.values(filter).flat().length > 0)
  const carts = container.resolve(Modules.CART)
  const orders = container.resolve(Modules.ORDER)
  const links = await readLinks(whom, container)
  const found = {
    carts: await readAll(
      [...filters, ...byId([...(whom.cart_ids ?? []), ...links.cart_ids])],
      (filter, page) => carts.listCarts(filter, { ...READ, ...page })
    ),
    orders: await readAll(
      [...filters, ...byId([...(whom.order_ids ?? []), ...links.order_ids])],
      (filter, page) => orders.listOrders(filter, { ...READ, ...page })
    ),
  }
  const documents: Document[] = [...found.carts, ...found.orders]
  const named: Named[] = [
    ...customers,
    ...customers.flatMap(({ addresses }) => addresses ?? []),
    ...documents.flatMap(({ billing_address, shipping_address }) => [
      ...(billing_address ? [billing_address] : []),
      ...(shipping_address ? [shipping_address] : []),
    ]),
  ]
  return {
    cart_ids: found.carts.map(({ id }) => id),
    order_ids: found.orders.map(({ id }) => id),
    person: personOf({
      own: [
        whom.email,
        ...[...customers, ...documents].map(({ email }) => email),
        ...named.map(({ phone }) => phone),
      ],
      shared: [...documents.map(inOneLine), ...named.flatMap(wordsOf)],
    }),
  }
}

async function findCustomers(
  { customer_id, email }: Whom,
  container: MedusaContainer
): Promise<CustomerDTO[]> {
  const filters = [...byId(customer_id ? [customer_id] : []), ...byEmail(email)]
  const customers = container.resolve(Modules.CUSTOMER)
  const read = { withDeleted: true, relations: ["addresses"] }
  return readAll(filters, (filter, page) =>
    customers.listCustomers(filter, { ...read, ...page })
  )
}

const linked = z.array(
  z.object({
    cart: z.object({ id: z.string() }).nullish(),
    order: z.object({ id: z.string() }).nullish(),
  })
)

/** The carts of the orders that were named, and the orders of the carts. */
async function readLinks(
  { cart_ids = [], order_ids = [] }: Whom,
  container: MedusaContainer
) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const read = async (entity: "cart" | "order", ids: string[]) => {
    const other = entity === "cart" ? "order.id" : "cart.id"
    const filters = { id: ids }
    const { data } =
      ids.length > 0
        ? await query.graph({ entity, fields: ["id", other], filters })
        : { data: [] }
    return linked.parse(data)
  }
  return {
    cart_ids: (await read("order", order_ids)).flatMap(
      ({ cart }) => cart?.id ?? []
    ),
    order_ids: (await read("cart", cart_ids)).flatMap(
      ({ order }) => order?.id ?? []
    ),
  }
}

/** Everything that one of the filters finds, once, read page by page. */
async function readAll<Filter, Row extends { id: string }>(
  filters: Filter[],
  read: (
    filter: Filter,
    page: { skip: number; take: number; order: { id: "ASC" } }
  ) => Promise<Row[]>
): Promise<Row[]> {
  const rows = new Map<string, Row>()
  for (const filter of filters) {
    let page: Row[]
    let skip = 0
    do {
      page = await read(filter, { skip, take: PAGE, order: { id: "ASC" } })
      page.forEach((row) => rows.set(row.id, row))
      skip += PAGE
    } while (page.length === PAGE)
  }
  return [...rows.values()]
}

const byId = (id: string[]) => (id.length > 0 ? [{ id }] : [])
const byEmail = (email?: string) => (email ? [{ email: spellings(email) }] : [])

/** Medusa keeps some e-mails as they were typed and others in lower case. */
function spellings(email = ""): string[] {
  const typed = email.trim()
  return typed ? [...new Set([typed, typed.toLowerCase()])] : []
}

/** An address as the service was told it. */
function inOneLine(document: Document): string | undefined {
  return customerPrefill({ ...document, email: "" }).billing_address
}

function wordsOf(named: Named) {
  const { first_name, last_name, company, company_name } = named
  const { address_1, address_2, city } = named
  return [
    ...[first_name, last_name, company, company_name],
    ...[address_1, address_2, city],
  ]
}
