import type { Deployment } from "../../../../../modules/instalments/health/locking"
import type { Check, Status } from "../../answers"
import { configCheck, clockCheck, credentialsCheck } from "./service"
import { addressCheck, callbacksCheck } from "./callbacks"
import { jobsCheck, lockingCheck } from "./processes"
import { environmentCheck, regionCheck } from "./shop"

/** What can be seen of a store's set-up, before it is judged. */
export type Seen = Omit<Status, "state" | "checks">

/** What the set-up page may claim, from nothing but what was seen. */
export function checks(
  seen: Seen,
  store: Omit<Deployment, "environment">
): Check[] {
  return [
    environmentCheck(seen),
    credentialsCheck(seen),
    regionCheck(seen),
    addressCheck(seen),
    callbacksCheck(seen),
    lockingCheck(seen, store),
    jobsCheck(seen),
    configCheck(seen),
    clockCheck(seen),
  ]
}
