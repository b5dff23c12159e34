/**
 * What the page does in a browser beyond plain forms: spaces in the card
 * number, no double submits, the time that is left. Works without it.
 */
export const SCRIPT = `
const find = (selector) => document.querySelector(selector)
const grouped = (digits) => digits.replace(/(\\d{4})(?=\\d)/g, "$1 ")
const card = find("#card_number")
card?.addEventListener("input", () => {
  if (card.selectionStart === card.value.length) {
    card.value = grouped(card.value.replace(/\\D/g, "").slice(0, 19))
  }
})
const expiry = find("#expiry")
expiry?.addEventListener("input", (event) => {
  const digits = expiry.value.replace(/\\D/g, "").slice(0, 4)
  const typing = event.inputType !== "deleteContentBackward"
  if (digits.length > 2 || (digits.length === 2 && typing)) {
    expiry.value = digits.slice(0, 2) + "/" + digits.slice(2)
  }
})
for (const form of document.forms) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) {
      event.preventDefault()
    }
    form.dataset.sent = "yes"
    const button = form.querySelector("button.primary")
    button?.setAttribute("aria-busy", "true")
    if (button) button.textContent = "One moment…"
  })
}
const time = find("[data-left-ms]")
if (time) {
  const end = performance.now() + Number(time.dataset.leftMs)
  const timer = setInterval(() => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000))
    const seconds = String(left % 60).padStart(2, "0")
    time.textContent = Math.floor(left / 60) + ":" + seconds + " left"
    if (left === 0) {
      clearInterval(timer)
      location.assign(location.pathname)
    }
  }, 1000)
}
const order = find(".summary details")
if (order && matchMedia("(max-width: 820px)").matches) {
  order.open = false
}
// A page from the back button must not stay busy.
addEventListener("pageshow", (event) => event.persisted && location.reload())
`
