import type { Parts } from "../parts"
import type { PageStep, SandboxCheckout } from "../state/records"

/** What the shopper typed, by field name. */
export type Form = Record<string, string>

/** Everything that one look at the payment page is made of. */
export type View = {
  parts: Parts
  checkout: SandboxCheckout
  /** The step that is open. */
  step: PageStep
  /** Sentences next to the fields that they are about. */
  errors: Form
  /** What to put back into the fields. */
  values: Form
}

/** The steps in their order, with the words of the progress line. */
export const STEPS: { step: PageStep; title: string }[] = [
  { step: "mobile", title: "Mobile" },
  { step: "term", title: "Plan" },
  { step: "card", title: "Card" },
  { step: "verify", title: "Confirm" },
]

/** Whether the shopper has come as far as a step. */
export function hasReached(checkout: SandboxCheckout, step: PageStep): boolean {
  const place = (one: PageStep) => STEPS.findIndex((each) => each.step === one)
  return place(checkout.page.step) >= place(step)
}
