import type { Facts } from "../../../../modules/instalments/health"
import { moment, type Moment } from "./words"

/** One check of the set-up page. */
export type Check = {
  name:
    | "environment"
    | "credentials"
    | "keys"
    | "region"
    | "callback-address"
    | "callbacks"
    | "locking"
    | "completion"
    | "jobs"
    | "backlog"
    | "config"
    | "clock"
  /** `unknown`: it cannot be determined from here, or not yet. */
  state: "ok" | "warning" | "error" | "unknown"
  title: string
  /** What was found and, if it is not ok, what to do. */
  text: string
}

/** An amount band of the merchant config, in cents, both ends included. */
export type Band = {
  from_amount: number
  to_amount: number
  terms: number[]
}

/** The bands that were read last; null and none before. */
export type ConfigAnswer = { bands: Band[]; fetched_at: Moment | null }

/** `GET /admin/instalments/status` */
export type StatusAnswer = { status: Status }

/** The health of the store's set-up, as far as the store can tell. No secret is in it. */
export type Status = {
  environment: "sandbox" | "production"
  currency: string
  /** The worst of `checks`, `unknown` aside. */
  state: "ok" | "warning" | "error"
  checks: Check[]
  config: ConfigAnswer
}

/** The kept merchant config as the admin gets it. */
export const configAnswer = (kept: Facts["config"]): ConfigAnswer => ({
  bands: kept?.rules ?? [],
  fetched_at: moment(kept?.fetched_at ?? null),
})
