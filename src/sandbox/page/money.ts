import { html, type Html } from "./html"

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
