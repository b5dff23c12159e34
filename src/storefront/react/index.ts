"use client"

export { EarlierPayment, type EarlierPaymentProps } from "./earlier-payment.js"
export { InstalmentMessage, type InstalmentMessageProps } from "./message.js"
export {
  PayInInstalments,
  type PayInInstalmentsProps,
} from "./pay-in-instalments.js"
export type { ClassNames, Part } from "./parts.js"
export {
  InstalmentsProvider,
  useInstalments,
  type InstalmentsProviderProps,
  type ShopperTexts,
} from "./provider.js"
export {
  InstalmentsReturn,
  type InstalmentsReturnProps,
  type ReturnPage,
} from "./return.js"
export {
  useInstalmentOffer,
  type InstalmentOffer,
  type OfferWish,
} from "./use-offer.js"
export { usePayInInstalments, type Paying, type PayWish } from "./use-pay.js"
export {
  useInstalmentsReturn,
  type Ending,
  type InstalmentsResult,
  type ReturnWish,
} from "./use-return.js"
