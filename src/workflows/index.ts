export { settleCheckoutWorkflow } from "./settle"
export { InstalmentsEvents } from "./events"
