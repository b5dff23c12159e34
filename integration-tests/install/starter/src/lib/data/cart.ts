"use server"

import { sdk } from "@lib/config"
import { HttpTypes } from "@medusajs/types"
import { redirect } from "next/navigation"
import { getCartId, removeCartId, setCartId } from "./cookies"
import { getRegion } from "./products"

const FIELDS = "*shipping_methods,*payment_collection.payment_sessions"

export async function retrieveCart() {
  const id = await getCartId()
  if (!id) {
    return null
  }
  const { cart } = await sdk.store.cart.retrieve(id, { fields: FIELDS })
  return cart
}

export async function addToCart(countryCode: string, variant_id: string) {
  let id = await getCartId()
  if (!id) {
    const { id: region_id } = await getRegion(countryCode)
    id = (await sdk.store.cart.create({ region_id })).cart.id
    await setCartId(id)
  }
  await sdk.store.cart.createLineItem(id, { variant_id, quantity: 1 })
  redirect(`/${countryCode}/cart`)
}

export async function setAddresses(countryCode: string, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "")
  const address = {
    first_name: text("first_name"),
    last_name: text("last_name"),
    address_1: text("address_1"),
    postal_code: text("postal_code"),
    city: text("city"),
    phone: text("phone"),
    country_code: countryCode,
  }
  await sdk.store.cart.update(await ownCart(), {
    email: text("email"),
    shipping_address: address,
    billing_address: address,
  })
  redirect(`/${countryCode}/checkout?step=delivery`)
}

export async function setShippingMethod(countryCode: string, form: FormData) {
  const option_id = String(form.get("option"))
  await sdk.store.cart.addShippingMethod(await ownCart(), { option_id })
  redirect(`/${countryCode}/checkout?step=payment`)
}

export async function initiatePaymentSession(
  cart: HttpTypes.StoreCart,
  data: HttpTypes.StoreInitializePaymentSession
) {
  return sdk.store.payment.initiatePaymentSession(cart, data)
}

export async function placeOrder() {
  const answer = await sdk.store.cart.complete(await ownCart())
  if (answer.type === "cart") {
    throw new Error(answer.error.message)
  }
  const { id, shipping_address } = answer.order
  await removeCartId()
  redirect(`/${shipping_address?.country_code}/order/${id}/confirmed`)
}

async function ownCart() {
  const id = await getCartId()
  if (!id) {
    throw new Error("There is no cart.")
  }
  return id
}
