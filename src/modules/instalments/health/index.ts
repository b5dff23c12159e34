/** A store's health, for the set-up page and the doctor. */
export {
  callbacksFinding,
  CHECKS,
  clockFinding,
  keysFinding,
  refusedSince,
  type Facts,
  type Job,
} from "./checks"
export {
  databaseFinding,
  optionsFindings,
  paymentModuleFinding,
  regionFindings,
  StoreDatabase,
  type DatabaseSettings,
  type PaymentModule,
} from "./install"
export { completionFinding, findCompletion } from "./completion"
export { inWords, type Finding } from "./list"
export { lockingFinding, lockingOf, readLocking, type Locking } from "./locking"
export {
  askService,
  clockDifference,
  pageFinding,
  probeFinding,
  serviceFinding,
  signatureFinding,
} from "./probes"
