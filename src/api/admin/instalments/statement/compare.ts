import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import { differencesOf } from "../../../../modules/instalments/rules"
import type {
  StatementPeriod,
  StatementRow,
} from "../../../../modules/instalments/types"
import type { Statement } from "../answers"
import { orderNumbers } from "../order-numbers"
import { readMedusaBooks } from "./medusa-books"

/** So many checkouts are compared for one statement, the newest, so many at a time. */
const MOST = 2_000
const BATCH = 500

/**
 * Compares the checkouts of a statement with the service's word and Medusa's books, and
 * names each difference. What has to be cleared comes first.
 */
export async function compare(
  container: MedusaContainer,
  of: StatementPeriod
): Promise<Pick<Statement, "differences" | "compared" | "are_all_compared">> {
  const { statement } = container.resolve(INSTALMENTS_MODULE).reports
  const differences: Statement["differences"] = []
  let compared = 0
  let before: string | null = null
  let last = BATCH
  while (last === BATCH && compared < MOST) {
    const page = { before, limit: BATCH }
    const rows: StatementRow[] = await statement.touched(of, page)
    const checkouts = rows.map(({ checkout }) => checkout)
    const held = await readMedusaBooks(checkouts, container)
    const numbers = await orderNumbers(container, checkouts)
    for (const { checkout, refunds } of rows) {
      const { id: reference, order_id } = checkout
      const order_number = numbers.get(order_id) ?? null
      const medusa = held.get(reference) ?? null
      const line = { checkout, refunds, medusa }
      differences.push(
        ...differencesOf(line, of.currency).map(
          ({ amount, text, explained }) => ({
            ...{ reference, order_id, order_number },
            ...{ amount, text, explained },
          })
        )
      )
    }
    last = rows.length
    compared += last
    before = checkouts.at(-1)?.id ?? null
  }
  differences.sort((a, b) => Number(a.explained) - Number(b.explained))
  return { differences, compared, are_all_compared: last < BATCH }
}
