import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createStoresWorkflow,
  updateStoresWorkflow,
} from "@medusajs/medusa/core-flows"
import { first } from "./first"

type Currency = { currency_code: string; is_default: boolean }
type Store = { supported_currencies: Currency[] }

const RAND = { currency_code: "zar", is_tax_inclusive: true }

/** Rand among the currencies in which the store has prices, VAT inside them. */
export async function addCurrency(container: MedusaContainer): Promise<string> {
  const fields = ["id", "supported_currencies.*"]
  const store = await first<Store>(container, "store", {}, fields)
  if (!store) {
    await createStoresWorkflow(container).run({
      input: {
        stores: [
          {
            name: "Store",
            supported_currencies: [{ ...RAND, is_default: true }],
          },
        ],
      },
    })
    return "The store was made, with prices in ZAR, VAT included."
  }
  const known = store.supported_currencies
  if (known.some(({ currency_code }) => currency_code === "zar")) {
    return "The store has prices in ZAR already."
  }
  const others = known.map(({ currency_code, is_default }) => ({
    currency_code,
    is_default,
  }))
  const rand = { ...RAND, is_default: known.length === 0 }
  await updateStoresWorkflow(container).run({
    input: {
      selector: { id: store.id },
      update: { supported_currencies: [...others, rand] },
    },
  })
  return "The store takes prices in ZAR now, VAT included."
}
