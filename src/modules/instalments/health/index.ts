/** A store's health, for the set-up page and the doctor. */
export { askCallbackAddress, askPage, askService } from "./ask"
export { addressFinding, callbacksFinding, probeFinding } from "./callbacks"
export { StoreDatabase, type DatabaseSettings } from "./database"
export { CHECKS, inWords, type Finding } from "./list"
export {
  lockingOf,
  readLocking,
  type Deployment,
  type Locking,
} from "./locking"
export {
  backlogFinding,
  jobsFinding,
  lockingFinding,
  type Job,
} from "./processes"
export {
  clockFinding,
  configFinding,
  credentialsFinding,
  refusedSince,
  type Contact,
} from "./service"
export {
  clockDifference,
  serviceFinding,
  signatureFinding,
} from "./service-answers"
export { storefrontFindings, type PageName } from "./storefront"
export {
  databaseFinding,
  environmentFinding,
  keysFinding,
  optionsFindings,
  paymentModuleFinding,
  regionFindings,
  type PaymentModule,
} from "./store"
