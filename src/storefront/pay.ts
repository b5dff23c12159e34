/// <reference lib="dom" />
import { InstalmentsError } from "./errors.js"
import type { StartedPayment } from "./start.js"

/** Where a framed payment page goes. */
export type PayOptions = {
  /** An element of the page; without one the whole page goes there. */
  container?: Element | null
  /** What a screen reader calls the frame. */
  frameTitle?: string
}

/**
 * Takes the shopper to the hosted page: the whole page, or a frame in
 * `container` where the store's account allows frames.
 *
 * When the framed page comes back to the shop, the whole page goes where the
 * frame was sent, so no shop ever runs inside itself. Other sites in the frame
 * (the service, a bank) stay there and cannot be looked into.
 *
 * @throws InstalmentsError for an address that is no web page.
 */
export function pay(
  { paymentUrl, presentation }: StartedPayment,
  { container, frameTitle = "Payment in instalments" }: PayOptions = {}
): void {
  if (!/^https?:\/\//i.test(paymentUrl)) {
    throw new InstalmentsError("unavailable", "This is no payment page.")
  }
  if (presentation !== "iframe" || !container) {
    location.assign(paymentUrl)
    return
  }
  const frame = document.createElement("iframe")
  frame.title = frameTitle
  frame.allow = "payment *; publickey-credentials-get *"
  frame.style.cssText = "border:0;width:100%;height:100%;min-height:40rem"
  frame.addEventListener("load", () => {
    const address = ownAddress(frame)
    if (address) {
      location.assign(address)
    }
  })
  frame.src = paymentUrl
  container.replaceChildren(frame)
}

/** Where the frame is, once that is a page of this very origin. */
function ownAddress(frame: HTMLIFrameElement): string | undefined {
  try {
    const inside = frame.contentWindow?.location
    return inside?.origin === location.origin ? inside.href : undefined
  } catch {
    // Another site: the browser lets nobody look.
    return undefined
  }
}
