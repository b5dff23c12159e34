import { convertToLocale } from "@lib/util/money"
import { HttpTypes } from "@medusajs/types"
import Link from "next/link"

type Props = { cart: HttpTypes.StoreCart; countryCode: string }

export default function Summary({ cart, countryCode }: Props) {
  return (
    <div>
      <h1>Summary</h1>
      <CartTotals totals={cart} />
      <Link href={`/${countryCode}/checkout?step=address`}>Go to checkout</Link>
    </div>
  )
}

type Totals = { totals: { total: number; currency_code: string } }

function CartTotals({ totals: { total: amount, currency_code } }: Totals) {
  return <p>Total: {convertToLocale({ amount, currency_code })}</p>
}
