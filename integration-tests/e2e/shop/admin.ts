import { ask, demo } from "./demo"

/** Makes a code that takes so much off a cart (major units); answers it. */
export async function makeCoupon(value: number): Promise<string> {
  const { token } = await ask("POST", `${demo.backend}/auth/user/emailpass`, {
    body: { email: demo.adminEmail, password: demo.adminPassword },
  })
  const code = `OFF-${Math.round(value * 100)}-${Date.now()}`
  await ask("POST", `${demo.backend}/admin/promotions`, {
    headers: { authorization: `Bearer ${token}` },
    body: {
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
    },
  })
  return code
}
