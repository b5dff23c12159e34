/** The module's types. Types only: compiled, this file is empty. */
export type { Cause, CauseAction, CauseKind } from "./attention/cause"
export type { Attention, ResolutionRow } from "./attention/list"
export type { ReadCallback } from "./callback/parse-callback"
export type { Recorded } from "./callback/store"
export type { Listed } from "./checkout/unmatched"
export type { CheckoutRequest } from "./client/client"
export type { Page } from "./client/page"
export type { Balance } from "./domain/balance"
export type { ErrorCode } from "./domain/error-codes"
export type { Difference, MedusaHeld } from "./domain/differences"
export type { MoneyBack } from "./domain/money-back"
export type { NoOfferReason, Offer } from "./domain/offer"
export type { Balanced } from "./domain/statement"
export type { InstalmentsEvent, InstalmentsEventData } from "./events"
export type { DeedAction, DeedRow } from "./ledger/deeds"
export type { Lease } from "./ledger/lease"
export type {
  CallbackRow,
  CheckoutRow,
  RefundRequestRow,
  ReturningShopper,
} from "./ledger/rows"
export type { Sweep } from "./ledger/sweeps"
export type { Endpoint, Urgency } from "./limits/endpoints"
export type { Deployment } from "./health/locking"
export type { InstalmentsOptions } from "./options/parse-options"
export type { Booked, Booking } from "./refunds/booking"
export type { Doubted } from "./refunds/due"
export type { Doubt, Reading, Sighting } from "./refunds/evidence"
export type { SaidOfRefund } from "./refunds/state"
export type { RefundAsked } from "./refunds/filing"
export type { Verdict } from "./refunds/judge-doubt"
export type { FoundRefundRequest } from "./reports/refund-requests"
export type {
  Period as StatementPeriod,
  StatementRow,
} from "./reports/statement"
export type { InstalmentsModuleService } from "./service"
export type { FloodKind } from "./telemetry/log"
export type { CallbackResult } from "./telemetry/metrics"
export type { PaymentStatus } from "./domain/payment-status"
