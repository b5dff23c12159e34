export { settleCheckoutWorkflow } from "./settle"
export { InstalmentsEvents } from "../modules/instalments/rules"
export type {
  InstalmentsEvent,
  InstalmentsEventData,
} from "../modules/instalments/types"
export { reconcileCheckoutsWorkflow } from "./reconcile"
export { submitRefundsWorkflow } from "./refunds"
export { trackRefundsWorkflow } from "./refunds"
export { notifyAttentionWorkflow } from "./notify"
export { validateOfferWorkflow, type OfferToValidate } from "./validate-offer"
