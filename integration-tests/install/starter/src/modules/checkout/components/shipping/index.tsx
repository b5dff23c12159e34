import { sdk } from "@lib/config"
import { setShippingMethod } from "@lib/data/cart"

type Props = { cartId: string; countryCode: string }

export default async function Shipping({ cartId, countryCode }: Props) {
  const { shipping_options } = await sdk.store.fulfillment.listCartOptions({
    cart_id: cartId,
  })

  return (
    <form action={setShippingMethod.bind(null, countryCode)}>
      {shipping_options.map(({ id, name }) => (
        <p key={id}>
          <label>
            <input type="radio" name="option" value={id} required /> {name}
          </label>
        </p>
      ))}
      <button>Continue to payment</button>
    </form>
  )
}
