import { askAdmin } from "../admin/merchant"

/** Makes a code that takes so much off a cart (major units); answers it. */
export async function makeCoupon(value: number): Promise<string> {
  const code = `OFF-${Math.round(value * 100)}-${Date.now()}`
  await askAdmin("POST", "/promotions", {
    code,
    type: "standard",
    status: "active",
    is_tax_inclusive: true,
    application_method: {
      type: "fixed",
      target_type: "order",
      value,
      currency_code: "zar",
    },
  })
  return code
}
