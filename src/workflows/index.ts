export { settleCheckoutWorkflow } from "./settle"
export { InstalmentsEvents } from "./events"
export { reconcileCheckoutsWorkflow } from "./reconcile"
