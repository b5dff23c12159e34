export { settleCheckoutWorkflow } from "./settle"
export { eraseCustomerWorkflow, type Erased } from "./erase-customer"
export type { Whom } from "./erase-customer/find-person"
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
