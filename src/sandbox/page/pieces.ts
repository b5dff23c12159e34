import { html } from "hono/html"
import type { View } from "./page"

/** A piece of a page; the values in its template are escaped. */
export type Html = ReturnType<typeof html>

/** A labelled text field with its help text, and its error below it. */
export function field(
  view: View,
  input: {
    name: string
    label: string
    hint?: string
    value?: string
    inputmode: "numeric" | "tel"
    autocomplete: string
    placeholder?: string
    maxlength: number
    focus?: boolean
  }
): Html {
  const { name } = input
  const error = view.errors[name]
  const focus = error ? true : input.focus && !Object.keys(view.errors).length
  const notes = [input.hint && `${name}_hint`, error && `${name}_error`]
  return html`<div class="field${error ? " is-wrong" : ""}">
    <label for="${name}">${input.label}</label>
    ${input.hint && html`<p class="hint" id="${name}_hint">${input.hint}</p>`}
    <input
      id="${name}"
      name="${name}"
      data-testid="${name}"
      type="${input.inputmode === "tel" ? "tel" : "text"}"
      inputmode="${input.inputmode}"
      autocomplete="${input.autocomplete}"
      placeholder="${input.placeholder}"
      maxlength="${input.maxlength}"
      value="${view.values[name] ?? input.value}"
      aria-describedby="${notes.filter(Boolean).join(" ")}"
      aria-invalid="${error ? "true" : "false"}"
      ${focus && html`autofocus`}
    />
    ${fieldError(view, name)}
  </div>`
}

/** The error of a field, announced to screen readers. */
export function fieldError(view: View, name: string): Html {
  const error = view.errors[name]
  return error
    ? html`<p
        class="error"
        id="${name}_error"
        data-testid="${name}_error"
        role="alert"
      >
        ${error}
      </p>`
    : html``
}

/** A form of one step, posted to a route of its own. */
export function stepForm(view: View, fields: Html, button: string): Html {
  const action = `/pay/${view.checkout.id}/${view.step}`
  return html`<form method="post" action="${action}" novalidate>
    ${fields}
    <button class="primary" type="submit" data-testid="continue">
      ${button}
    </button>
  </form>`
}

/** Integer cents as a South African reads them: `R 1 399,55`. */
export function rand(cents: number): string {
  const [whole = "0", part = "00"] = (Math.abs(cents) / 100)
    .toFixed(2)
    .split(".")
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, " ")
  return `${cents < 0 ? "-" : ""}R ${grouped},${part}`
}

/** How a term is paid, in words: what today and what each month. */
export function planInWords(payments: number[]): Html {
  const [first = 0, ...monthly] = payments
  const sums = [...new Set(monthly)]
  if (sums.length === 0) {
    return html`${amount(first)} today`
  }
  const runs = sums.map((sum, i) => {
    const times = monthly.filter((payment) => payment === sum).length
    return html`${i > 0 && " and "}${amount(sum, times)}`
  })
  return html`${amount(first)} today, then ${runs} monthly`
}

/** An amount that is not broken between lines, nor from how often it comes. */
function amount(cents: number, times?: number): Html {
  const often = times !== undefined && `${times} × `
  return html`<span class="amount">${often}${rand(cents)}</span>`
}
