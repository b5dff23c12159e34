type Address = {
  first_name: string
  last_name: string
  address_1: string
  city: string
  postal_code: string
  country_code: string
  phone: string
}
// Medusa's answer; see request.d.cts.
type Ask = (method: string, path: string, body?: unknown) => Promise<any>
type Cart = { id: string }
type Wanted = {
  regionId: string
  items: { variant_id: string; quantity: number }[]
  email?: string
}
type Session = {
  id: string
  data: { reference: string; payment_url: string; amount: number }
}

export const EMAIL: string
export const INSTALMENTS: string
export const addresses: { shipping_address: Address; billing_address: Address }

export function startCart(ask: Ask, wanted: Wanted): Promise<Cart>

export function findDelivery(
  ask: Ask,
  cartId: string,
  wanted: string
): Promise<string>

export function deliver(
  ask: Ask,
  cartId: string,
  shippingOptionId: string
): Promise<Cart>

export function fillCart(
  ask: Ask,
  wanted: Wanted & { shippingOptionId: string }
): Promise<string>

export function choosePayment(
  ask: Ask,
  cartId: string,
  providerId?: string,
  data?: Record<string, unknown>
): Promise<Session>

export function pay(
  sandbox: string,
  checkout: string,
  maxWaitMs?: number
): Promise<unknown>
