import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type {
  ConfigModule,
  IEventBusModuleService,
  Logger,
} from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaService,
  Modules,
} from "@medusajs/framework/utils"
import type { Cause } from "./attention/cause"
import { readAttention, readResolved } from "./attention/read-attention"
import { resolve, type Resolved } from "./attention/resolve"
import type { ParsedCallback } from "./callback/parse-callback"
import { knownPayment } from "./checkout/known-payment"
import { InstalmentsClient } from "./client/client"
import type { InstalmentsEvent } from "./events"
import {
  askService,
  learnFetched,
  learnIdentified,
  type Fetched,
} from "./checkout/learning"
import { DueCheckouts } from "./checkout/due"
import { CheckoutStore } from "./checkout/store"
import { keepUnmatched, readUnmatched, type Listed } from "./checkout/unmatched"
import { recordRun } from "./ledger/job-runs"
import { joinerConfig } from "./joiner-config"
import { ContactKeeper } from "./ledger/contact"
import { ConfigKeeper } from "./ledger/kept-config"
import { DuplicateCounter } from "./callback/counters"
import { recordCallback } from "./callback/store"
import type { CheckoutRow, RefundRequestRow } from "./ledger/rows"
import { UnverifiedCounter } from "./callback/tally"
import type { Urgency } from "./limits/endpoints"
import { RequestLimits } from "./limits/request-limits"
import { warnOfLocks } from "./locking/warn-at-start"
import { LeaseKeeper } from "./ledger/lease"
import { Callback } from "./models/callback"
import { Checkout } from "./models/checkout"
import { CheckoutSession } from "./models/checkout-session"
import { JobRun } from "./models/job-run"
import { KeptConfig } from "./models/kept-config"
import { Lease } from "./models/lease"
import { RefundRequest } from "./models/refund-request"
import { RequestLimit } from "./models/request-limit"
import { Resolution } from "./models/resolution"
import { ServiceContact } from "./models/service-contact"
import { Sweep } from "./models/sweep"
import { Tally } from "./models/tally"
import { Unmatched } from "./models/unmatched"
import { UnmatchedRefund } from "./models/unmatched-refund"
import { pruneCallbacks } from "./callback/prune-callbacks"
import type { Booked } from "./refunds/booking"
import { accountForReturn } from "./refunds/account-for-return"
import { miscounted } from "./refunds/miscounted"
import { doubtLostRefunds } from "./refunds/doubt-lost"
import { refundsToSend } from "./refunds/claim-refund"
import {
  fileRefund,
  type MedusaRefund,
  type RefundAsked,
} from "./refunds/filing"
import { recordRefusal } from "./refunds/record-refusal"
import { sendRefund, type Patience } from "./refunds/sending"
import { RefundStore } from "./refunds/store"
import { checkoutReport } from "./reports/checkouts"
import { Overview } from "./reports/overview"
import { refundRequestReport } from "./reports/refund-requests"
import {
  keepUnmatchedRefunds,
  readUnmatchedRefunds,
  unmatchedOfAmounts,
  wereAllSeen,
  type ListedRefund,
} from "./refunds/unmatched"
import { onItsWay, returnPayment } from "./refunds/returns"
import { parseOptions, type InstalmentsOptions } from "./options/parse-options"
import { FloodLog } from "./telemetry/flood-log"
import { traced } from "./telemetry/tracing"
import { messageOf } from "./message-of"

/**
 * The heart of the plugin: the ledger (checkouts, the payment sessions they
 * had, callbacks, refund requests, the kept merchant config), the options, the
 * service's client and its rate limits. Amounts in the ledger are integer
 * cents.
 *
 * @throws when it is constructed with wrong options: Medusa then refuses to
 * boot and the message names every wrong one.
 */
export class InstalmentsModuleService extends MedusaService({
  Checkout,
  CheckoutSession,
  Callback,
  KeptConfig,
  Lease,
  RefundRequest,
  RequestLimit,
  JobRun,
  Resolution,
  ServiceContact,
  Sweep,
  Tally,
  Unmatched,
  UnmatchedRefund,
}) {
  readonly options: InstalmentsOptions
  /**
   * For what the ledger writes in one statement or one commit. Only for code of
   * this module: workflows see every function of a module service wrapped, and
   * knex is one.
   */
  readonly db: Knex
  readonly checkouts: CheckoutStore
  readonly due: DueCheckouts
  readonly refunds: RefundStore
  readonly limits: RequestLimits
  readonly leases: LeaseKeeper
  readonly contact: ContactKeeper
  readonly client: InstalmentsClient
  readonly config: ConfigKeeper
  readonly duplicates: DuplicateCounter
  readonly reports
  readonly floodLog = new FloodLog()
  private readonly unverified: UnverifiedCounter
  private readonly logger: Logger

  constructor(
    private readonly container: Record<string, unknown>,
    // Medusa hands a module its database settings among the options.
    { database, ...options }: Record<string, unknown> = {}
  ) {
    super(container, { database, ...options })
    this.options = parseOptions(options)
    this.db = container[ContainerRegistrationKeys.PG_CONNECTION] as Knex
    this.logger = container[ContainerRegistrationKeys.LOGGER] as Logger
    this.checkouts = new CheckoutStore(this.db)
    this.due = new DueCheckouts(this.db)
    this.refunds = new RefundStore(this.db)
    this.limits = new RequestLimits(this.db)
    this.leases = new LeaseKeeper(this.db)
    this.contact = new ContactKeeper(this.db, this.now)
    this.client = new InstalmentsClient(this.options, this.limits, (heard) =>
      this.contact.hear(heard)
    )
    this.duplicates = new DuplicateCounter(this.db)
    this.unverified = new UnverifiedCounter(this.db)
    this.reports = {
      checkouts: checkoutReport(this.db),
      refundRequests: refundRequestReport(this.db),
      overview: new Overview(this.db),
    }
    this.config = new ConfigKeeper(this.db, this.client, this.now)
  }

  /** Medusa reads this, at once, to know how the ledger is queried. */
  // eslint-disable-next-line @medusajs/service-methods-must-be-async
  __joinerConfig() {
    return joinerConfig()
  }

  /** Medusa calls these around the life of the process. */
  readonly __hooks = {
    // Not waited for: a service that is away must not delay the store's start.
    onApplicationStart: async () => {
      void this.refreshConfigAtStart()
      this.warnOfLocks()
    },
    onApplicationShutdown: async () => this.client.close(),
  }

  /** The plugin's now, in milliseconds: every rule and job takes this one. */
  readonly now = (): number => Date.now() + this.options.clockOffset

  /** The payment for which a cart must not be charged again, or null. */
  async knownPayment(cartId: string) {
    return knownPayment(this.db, cartId)
  }

  /** Writes a verified callback and what it says, in one commit. */
  async recordCallback(rawBody: Buffer, parsed: ParsedCallback) {
    const now = new Date(this.now())
    return recordCallback(this, { rawBody, parsed, now })
  }

  /** Asks the service about one checkout now. See there. @throws ServiceError */
  async askService(checkout: CheckoutRow, urgency: Urgency, restMs?: number) {
    const now = new Date(this.now())
    return askService(this, checkout, { urgency, now, restMs })
  }

  /** Writes what the service's list said of a checkout. */
  async learnFetched(checkout: CheckoutRow, fetched: Fetched) {
    const now = new Date(this.now())
    return this.db.transaction((trx) =>
      learnFetched(trx, checkout, fetched, now)
    )
  }

  /** Writes which checkout of the service a row is, as a person says. */
  async identify(id: string, fetched: Fetched & { id: string }) {
    return learnIdentified(this.db, id, fetched, new Date(this.now()))
  }

  /** Keeps what the service's list calls paid and no row has. */
  async keepUnmatched(listed: Listed[]) {
    await keepUnmatched(this.db, listed, new Date(this.now()))
  }

  /** What is paid at the service and not known here. See `readUnmatched`. */
  async unmatched(limit: number) {
    return readUnmatched(this.db, limit)
  }

  /** Keeps refunds of the service's list that no row is. */
  async keepUnmatchedRefunds(listed: ListedRefund[]) {
    await keepUnmatchedRefunds(this.db, listed, new Date(this.now()))
  }

  /** Whether earlier readings of the list have shown all these. */
  async wereAllSeen(
    listed: ListedRefund[],
    before: { seen: Date; sent: Date }
  ) {
    return wereAllSeen(this.db, listed, before)
  }

  /** Refunds at the service that no row is. See `readUnmatchedRefunds`. */
  async unmatchedRefunds(limit: number) {
    return readUnmatchedRefunds(this.db, limit)
  }

  /** Those of these amounts, in cents. */
  async unmatchedOfAmounts(amounts: number[]) {
    return unmatchedOfAmounts(this.db, amounts)
  }

  /** Writes a refund that is asked for, after the rules. Sends nothing. */
  async fileRefund(asked: RefundAsked, medusa?: MedusaRefund) {
    const { options } = this
    return fileRefund(this.db, asked, { options, now: this.now(), medusa })
  }

  /** Keeps a refund that could not be filed, and why. See `recordRefusal`. */
  async recordRefusal(
    asked: Omit<RefundAsked, "amount">,
    last_error: string,
    { booked = null, ...medusa }: MedusaRefund & { booked?: Booked | null }
  ) {
    const at = new Date(this.now())
    await recordRefusal(this.db, asked, { last_error, at, medusa, booked })
  }

  /** Files the return of money that has no order, and says so in the ledger. */
  async returnPayment(id: string, reason: string) {
    const { options } = this
    const time = { options, now: this.now() }
    return returnPayment(this.db, { id, reason }, time)
  }

  /** The refund requests that may be sent now. See `refundsToSend`. */
  async refundsToSend(most: number) {
    return refundsToSend(this.db, { now: new Date(this.now()), most })
  }

  /** Sends a refund request that is due, once. See `sendRefund`. */
  async sendRefund(row: RefundRequestRow, patience: Patience) {
    return sendRefund(this, row, patience)
  }

  /** Keeps `returned` true after a refund request has ended. */
  async accountForReturn(reference: string) {
    return accountForReturn(this.db, reference, new Date(this.now()))
  }

  /** Ended refund requests of payments that wrongly count as returned. */
  async miscountedRefunds() {
    return miscounted(this.db, this.now())
  }

  /** Deletes callbacks that were kept long enough; answers how many. */
  async pruneCallbacks() {
    const { auditDays } = this.options.callback
    return pruneCallbacks(this.db, auditDays, this.now())
  }

  /** Calls refund requests in doubt whose process was killed. */
  async doubtLostRefunds() {
    await doubtLostRefunds(this.db, this.now())
  }

  /** The cents of a checkout that are refunded or on their way. */
  async onItsWayBack(reference: string) {
    return onItsWay(this.db, reference)
  }

  /** Runs a scheduled job and leaves a record of when, and how it ended. */
  async recordRun(name: string, job: () => Promise<void>) {
    await traced(`instalments.job ${name}`, {}, () =>
      recordRun(this, name, job)
    )
  }

  /** What needs a person now, of the store or of one checkout. */
  async attention(reference?: string) {
    const { db, options } = this
    return readAttention({ db, options, now: this.now(), reference })
  }

  /** What was resolved last. */
  async resolved() {
    return readResolved(this.db)
  }

  /** Keeps who dealt with what needed a person. */
  async resolve(cause: Cause, by: Omit<Resolved, "resolved_at">) {
    const resolved_at = new Date(this.now())
    return resolve(this.db, cause, { ...by, resolved_at })
  }

  /** Emits one of the plugin's events; `data.id` is the ledger row's id. */
  async emit(
    name: InstalmentsEvent,
    data: { id: string; order_id?: string | null; reason?: string }
  ) {
    // Not at hand while Medusa's command line works without a store.
    const bus = this.container[Modules.EVENT_BUS] as
      IEventBusModuleService | undefined
    await bus?.emit({ name, data })
  }

  /** Counts a callback that was answered 401. */
  async countUnverifiedCallback(reason: string) {
    await this.unverified.count(reason, new Date(this.now()))
  }

  private warnOfLocks() {
    const config = this.container[ContainerRegistrationKeys.CONFIG_MODULE] as
      ConfigModule | undefined
    warnOfLocks(this.options.environment, config, this.logger)
  }

  private async refreshConfigAtStart() {
    await this.config.refreshWhenOld().catch((error: unknown) => {
      this.logger.warn(
        `The merchant config could not be read at start, the last known one is used: ${messageOf(error)}`
      )
    })
  }
}
