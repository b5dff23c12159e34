export type { Balance } from "./balance.js"
export { createInstalments, type Instalments } from "./client.js"
export {
  defineInstalmentMessage,
  setTexts,
  type InstalmentMessageConfig,
  type InstalmentMessageElement,
  type InstalmentTexts,
} from "./element.js"
export { InstalmentsError, type InstalmentsErrorCode } from "./errors.js"
export { formatDay, formatMoney } from "./formats.js"
export type { Offer, OfferInput, OfferTerm } from "./offer.js"
export type { PageTexts } from "./page-texts.js"
export type { PayOptions } from "./pay.js"
export { PROVIDER_ID, type Payment, type Refund } from "./payment.js"
export type { Connection } from "./request.js"
export type { Payable, ReturnUrls, StartedPayment } from "./start.js"
export type { Clock, WaitOptions } from "./wait-for-result.js"
