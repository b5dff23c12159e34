import { useState } from "react"
import type { HttpTypes } from "@medusajs/types"
import { InstalmentMessage } from "medusa-payment-instalments-storefront/react"
import { go } from "../shop/address"
import { useCart } from "../shop/cart"
import { money } from "../shop/money"
import { Action } from "./action"
import { Quantity } from "./quantity"

/** Variant, quantity, price and what a month of it would be. */
export function BuyForm({ product }: { product: HttpTypes.StoreProduct }) {
  const variants = (product.variants ?? []).toSorted(
    (one, other) => (one.variant_rank ?? 0) - (other.variant_rank ?? 0)
  )
  const { add } = useCart()
  const [chosen, choose] = useState(variants[0])
  const [quantity, setQuantity] = useState(1)
  if (!chosen) {
    return <p>Sold out</p>
  }
  const calculated = chosen.calculated_price
  const price = calculated?.calculated_amount ?? 0
  return (
    <div className="buy">
      <p className="price" data-testid="price">
        {money(price * quantity)}
        {quantity > 1 && (
          <small>
            {quantity} × {money(price)}
          </small>
        )}
      </p>
      <InstalmentMessage
        amount={price * quantity}
        currencyCode={calculated?.currency_code}
        beforeTax={!calculated?.is_calculated_price_tax_inclusive}
      />
      {variants.length > 1 && (
        <fieldset className="variants">
          <legend>{product.options?.[0]?.title}</legend>
          {variants.map((variant) => (
            <label key={variant.id}>
              <input
                type="radio"
                name="variant"
                checked={variant === chosen}
                onChange={() => choose(variant)}
              />
              <span>{variant.title}</span>
            </label>
          ))}
        </fieldset>
      )}
      <Quantity of={product.title} value={quantity} onChange={setQuantity} />
      <Action
        className="primary"
        act={async () => {
          await add(chosen.id, quantity)
          go("/cart")
        }}
      >
        Add to cart
      </Action>
    </div>
  )
}
