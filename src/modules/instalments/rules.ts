/** The module's rules and words: without a database, HTTP or a clock. */
export { SETTLED_REFERENCE, REUSE_MS } from "./checkout/opening"
export { isOwn, refuseOthers } from "./checkout/own"
export { isPending, ofTheSame, paidAmount, stateOf } from "./checkout/state"
export {
  BALANCE_FIELDS,
  isCancelled,
  orderBalance,
  restInWords,
  takenElsewhere,
  unreserved,
  whyNotDue,
} from "./domain/balance"
export { dateOf, dayOf, momentOf } from "./domain/calendar"
export {
  customerPrefill,
  fingerprint,
  lineItems,
  withoutOptional,
} from "./domain/checkout-content"
export { delivery, DELIVERY_FIELDS, lacksDelivery } from "./domain/delivery"
export { differencesOf } from "./domain/differences"
export { openLink, sealLink } from "./domain/link-token"
export {
  fromCents,
  isSameAmount,
  smallestCents,
  toCents,
  toExactCents,
} from "./domain/money"
export { codeOf, ERROR_CODES } from "./domain/error-codes"
export { moneyBack } from "./domain/money-back"
export { moneyInWords } from "./domain/money-in-words"
export { noOffer, offerFor, rangeInWords, termsFor } from "./domain/offer"
export {
  checkPause,
  CALLBACKS_OVER_MS,
  CLOCKS_APART_MS,
  LEAST_ATTEMPTS,
  listReach,
  CALLBACK_COMES_MS,
  checkAfterEnd,
  MAX_WAIT_MS,
  nextCheck,
  nextCheckIn,
  refundCheckPause,
  SHORT_PAUSE_MS,
  REFUSALS_BELIEVED,
  settlePause,
} from "./domain/pauses"
export { keptText, withoutEmails } from "./domain/kept-text"
export {
  isUnconfirmed,
  notPaid,
  paymentStatus,
  UNCONFIRMED,
} from "./domain/payment-status"
export { amount, list } from "./domain/queried"
export { notAvailable, refused } from "./domain/refund-rules"
export { allowedReturnUrl, fillTemplate } from "./domain/return-urls"
export { InstalmentsEvents } from "./events"
export { PROVIDER_ID } from "./name"
export { below } from "./options/addresses"
export { askedForBy, booksOf, noteOf } from "./refunds/booking"
export { candidatesOf, leftWithout } from "./refunds/evidence"
export { judgeDoubt, LISTED_AFTER_MS } from "./refunds/judge-doubt"
export {
  backOf,
  howItEnded,
  isMadeAtService,
  isOfSurplus,
  isOver,
  isOverLate,
  serviceAmount,
  serviceStatus,
  THERE,
  TRANSITIONS,
  whyItEnded,
  whyCompleteIsHeld,
} from "./refunds/state"
