export { createInstalments, type Instalments } from "./client"
export {
  defineInstalmentMessage,
  setTexts,
  type InstalmentMessageConfig,
  type InstalmentMessageElement,
  type InstalmentTexts,
} from "./element"
export { InstalmentsError, type InstalmentsErrorCode } from "./errors"
export type { Offer, OfferInput, OfferTerm } from "./offer"
export type { PayOptions } from "./pay"
export type { Payment } from "./payment"
export type { Connection } from "./request"
export { PROVIDER_ID, type ReturnUrls, type StartedPayment } from "./start"
export type { Clock, WaitOptions } from "./wait-for-result"
