type Person = {
  first_name?: string | null
  last_name?: string | null
  phone?: string | null
}
type Address = Person & {
  address_1?: string | null
  address_2?: string | null
  city?: string | null
  province?: string | null
  postal_code?: string | null
  country_code?: string | null
}

/** The shopper as the service takes it: empty fields are left out. */
export type CustomerPrefill = {
  email: string
  first_name?: string
  last_name?: string
  phone_number?: string
  billing_address?: string
}

/**
 * The details that spare the shopper typing on the payment page: from the
 * billing address, else the shipping address, else the customer.
 */
export function customerPrefill(cart: {
  email: string
  billing_address?: Address | null
  shipping_address?: Address | null
  customer?: Person | null
}): CustomerPrefill {
  const people = [cart.billing_address, cart.shipping_address, cart.customer]
  const first = (key: keyof Person) =>
    people.map((person) => person?.[key]?.trim()).find(Boolean)
  const address = cart.billing_address ?? cart.shipping_address
  const entries = {
    first_name: first("first_name"),
    last_name: first("last_name"),
    phone_number: first("phone"),
    billing_address: address ? oneLine(address) : undefined,
  }
  return {
    email: cart.email,
    ...Object.fromEntries(Object.entries(entries).filter(([, v]) => v)),
  }
}

function oneLine(address: Address): string {
  return [
    address.address_1,
    address.address_2,
    address.city,
    address.province,
    address.postal_code,
    address.country_code?.toUpperCase(),
  ]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(", ")
}
