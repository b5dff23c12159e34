export { settleCheckoutWorkflow } from "./settle-checkout"
