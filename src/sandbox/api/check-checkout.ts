import { termsFor } from "../payments/terms"
import type { SandboxSettings } from "../state/settings"
import { checkLineItems } from "./check-line-items"
import { isNotifiable, isWebUrl } from "./web-url"

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Every sentence that is wrong about a `checkout` object; none is good. */
export function checkCheckout(
  checkout: Record<string, unknown>,
  settings: SandboxSettings
): string[] {
  return [
    checkAmount(checkout.amount, settings),
    checkout.currency === settings.currency
      ? undefined
      : `Currency must be ${settings.currency}.`,
    checkText(checkout, "client_reference_id"),
    checkUrl(checkout, "notify_url", isNotifiable, "an https URL"),
    checkUrl(checkout, "success_url", isWebUrl, "a URL"),
    checkUrl(checkout, "cancel_url", isWebUrl, "a URL"),
    ...checkCustomer(checkout.customer),
    ...checkLineItems(checkout.line_items),
  ].filter((sentence) => sentence !== undefined)
}

function checkAmount(amount: unknown, { rules }: SandboxSettings) {
  if (!Number.isSafeInteger(amount)) {
    return "Amount must be an integer in cents."
  }
  return termsFor(rules, Number(amount)).length > 0
    ? undefined
    : "Amount must lie inside a band of the merchant config."
}

function checkCustomer(customer: unknown): (string | undefined)[] {
  if (typeof customer !== "object" || customer === null) {
    return ["Customer email is required."]
  }
  const fields = customer as Record<string, unknown>
  const { email } = fields
  const optional = ["first_name", "last_name", "phone_number"]
  return [
    typeof email === "string" && EMAIL.test(email)
      ? undefined
      : "Customer email is required.",
    ...[...optional, "billing_address"].map((name) =>
      checkText(fields, name, `Customer ${name}`)
    ),
  ]
}

function checkText(
  from: Record<string, unknown>,
  field: string,
  name: string = field
): string | undefined {
  const value = from[field]
  return value === undefined || typeof value === "string"
    ? undefined
    : `${name} must be a string.`
}

function checkUrl(
  from: Record<string, unknown>,
  field: string,
  isGood: (url: string) => boolean,
  kind: string
): string | undefined {
  const value = from[field]
  return value === undefined || (typeof value === "string" && isGood(value))
    ? undefined
    : `${field} must be ${kind}.`
}
