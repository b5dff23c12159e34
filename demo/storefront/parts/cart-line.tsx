import { useState } from "react"
import type { HttpTypes } from "@medusajs/types"
import { Link } from "../shop/address"
import { useCart } from "../shop/cart"
import { money } from "../shop/money"
import { Action } from "./action"
import { Failure } from "./notice"
import { Picture } from "./picture"
import { Quantity } from "./quantity"

/** A line of the cart that can be changed. */
export function CartLine({ item }: { item: HttpTypes.StoreCartLineItem }) {
  const { setQuantity } = useCart()
  const [error, setError] = useState<Error>()
  const name = item.product_title ?? item.title
  return (
    <li>
      <Picture of={item} />
      <span>
        <Link to={`/products/${item.product_handle}`}>
          <b>{name}</b>
        </Link>
        <small>{item.variant_title}</small>
        <Quantity
          of={name}
          value={item.quantity}
          onChange={(quantity) => {
            setError(undefined)
            setQuantity(item.id, quantity).catch(setError)
          }}
        />
        <Failure error={error} />
      </span>
      <span className="amount">
        {money(item.unit_price * item.quantity)}
        <Action
          className="link"
          label={`Remove ${name}`}
          act={() => setQuantity(item.id, 0)}
        >
          Remove
        </Action>
      </span>
    </li>
  )
}
