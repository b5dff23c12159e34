import { useState, type FormEvent } from "react"
import { Failure } from "../parts/notice"
import { COUNTRY } from "../shop/address"
import { useCart } from "../shop/cart"
import { Field } from "./field"
import { Step } from "./step"
import type { StepProps } from "./use-step"

export function AddressStep(props: StepProps) {
  const { cart, goTo } = props
  const { update } = useCart()
  const [error, setError] = useState<Error>()
  const known = cart.shipping_address

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const { email, ...fields } = Object.fromEntries(form) as Record<
      string,
      string
    >
    const address = { ...fields, country_code: COUNTRY }
    try {
      await update({
        email,
        shipping_address: address,
        billing_address: address,
      })
      goTo(undefined)
    } catch (failure) {
      setError(failure as Error)
    }
  }
  const done = known?.address_1 && (
    <>
      {known.first_name} {known.last_name}, {known.address_1}, {known.city}{" "}
      {known.postal_code}
      <br />
      {cart.email}
    </>
  )
  return (
    <Step {...props} name="address" title="Address" done={done}>
      <form onSubmit={submit} className="address">
        <Field name="email" label="E-mail" type="email" value={cart.email} />
        <Field name="first_name" label="First name" of={known} />
        <Field name="last_name" label="Last name" of={known} />
        <Field name="phone" label="Mobile number" type="tel" of={known} />
        <Field name="address_1" label="Street and number" of={known} />
        <Field name="postal_code" label="Postal code" of={known} />
        <Field name="city" label="City" of={known} />
        <button type="submit" className="primary">
          Continue to delivery
        </button>
      </form>
      <Failure error={error} />
    </Step>
  )
}
