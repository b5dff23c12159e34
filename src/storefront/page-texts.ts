import { languageOf } from "./language.js"
import { pageTexts as af } from "./languages/af.js"
import { pageTexts as en } from "./languages/en.js"

/** Every word of the React components but the message's. */
export type PageTexts = {
  /** About an offer: `{counts}` like "3, 6 or 12"; `{amount}` that is missing. */
  plans: string
  missing: string
  tooMuch: string
  otherCurrency: string
  notNow: string
  alreadyPaid: string
  /** When no answer comes to the button. */
  cannotReach: string
  /** The button, what stands below it, and the frame's name. */
  pay: string
  payNote: string
  frame: string
  /** While the page to come back to waits: at first, then, without an answer. */
  waitingTitle: string
  moment: string
  waiting: string
  waitingOffline: string
  mayClose: string
  /** Before and in the link to the payment page. */
  notFinished: string
  toPayment: string
  /** It waited long enough. */
  pendingTitle: string
  pending: string
  lookAgain: string
  /** It has arrived or is being confirmed, and its order is not placed yet. */
  arrivedTitle: string
  arrived: string
  /** This one may still be paid; `{day}` by which another payment goes back. */
  anotherBack: string
  /** It was left without paying, as far as is known. */
  leftTitle: string
  left: string
  paidTitle: string
  paid: string
  /** `{day}` by which the second payment of an order goes back; the shop decides. */
  paidTwice: string
  heldTwice: string
  toOrder: string
  cancelledTitle: string
  cancelled: string
  expiredTitle: string
  expired: string
  toCheckout: string
  /** Paid without an order; the second one where `{amount}` is known. */
  unplacedTitle: string
  unplaced: string
  unplacedAmount: string
  unplacedNext: string
  /** The shop decides; the money comes back by `{day}`; it did on `{day}`. */
  held: string
  refundComing: string
  refundDone: string
  /** `{reference}` of the payment. */
  reference: string
  toShop: string
  unknownTitle: string
  unknown: string
  unreachableTitle: string
  unreachable: string
  /** In the checkout, about the cart's payment before. */
  earlierPending: string
  earlierArrived: string
  earlierCancelled: string
  earlierExpired: string
  earlierUnplaced: string
  toPaid: string
  toMoney: string
}

const languages = { en, af }

/** The texts of a language, but for the shop's own. */
export function pageTextsWith(
  own: Partial<PageTexts>,
  lang?: string
): PageTexts {
  return { ...languages[languageOf(lang)], ...own }
}
