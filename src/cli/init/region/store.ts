import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createStoresWorkflow,
  updateStoresWorkflow,
} from "@medusajs/medusa/core-flows"
import { first } from "./first"

type Currency = { currency_code: string; is_default: boolean }
type Store = { supported_currencies: Currency[] }

const RAND = { currency_code: "zar", is_tax_inclusive: true }

/**
 * Rand among the currencies in which the store has prices, VAT inside them, unless
 * the store has said otherwise of the prices in rand that it has.
 */
export async function addCurrency(
  container: MedusaContainer
): Promise<{ done: string; isTaxInclusive: boolean }> {
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
    return {
      done: "The store was made, with prices in ZAR, VAT included.",
      isTaxInclusive: true,
    }
  }
  const known = store.supported_currencies
  if (known.some(({ currency_code }) => currency_code === "zar")) {
    const isTaxInclusive = await isVatInside(container)
    const vat = isTaxInclusive ? "VAT included" : "VAT on top of them"
    return {
      done: `The store has prices in ZAR already, ${vat}.`,
      isTaxInclusive,
    }
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
  return {
    done: "The store takes prices in ZAR now, VAT included.",
    isTaxInclusive: true,
  }
}

/** What Medusa takes the store's prices in rand for. */
async function isVatInside(container: MedusaContainer): Promise<boolean> {
  const preference = await first<{ is_tax_inclusive: boolean }>(
    container,
    "price_preference",
    { attribute: "currency_code", value: "zar" },
    ["id", "is_tax_inclusive"]
  )
  return preference?.is_tax_inclusive ?? false
}
