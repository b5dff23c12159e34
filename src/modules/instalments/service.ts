import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Logger } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaService,
} from "@medusajs/framework/utils"
import { AttentionList } from "./attention/list"
import { CallbackStore } from "./callback/store"
import { CheckoutChecks } from "./checkout/checks"
import { DueCheckouts } from "./checkout/due"
import { CheckoutErasing } from "./checkout/erasing"
import { Learning } from "./checkout/learning"
import { CheckoutOpening } from "./checkout/opening"
import { CheckoutOutcomes } from "./checkout/outcomes"
import { CheckoutStore } from "./checkout/store"
import { UnmatchedCheckouts } from "./checkout/unmatched"
import { InstalmentsClient } from "./client/client"
import { LedgerEvents } from "./events"
import { joinerConfig } from "./joiner-config"
import { ContactKeeper } from "./ledger/contact"
import { Deeds } from "./ledger/deeds"
import { JobRuns } from "./ledger/job-runs"
import { ConfigKeeper } from "./ledger/kept-config"
import { LeaseKeeper } from "./ledger/lease"
import { PaymentLinks } from "./ledger/payment-links"
import { LedgerReach } from "./ledger/reach"
import { Retention } from "./ledger/retention"
import { SweepKeeper } from "./ledger/sweeps"
import { lookalikeFindings } from "./health/install"
import { HealthReader } from "./health/ledger"
import { warnOfCompletion } from "./health/completion"
import { inWords } from "./health/list"
import { warnOfLocks } from "./health/locking"
import { RequestLimits } from "./limits/request-limits"
import * as models from "./models"
import { parseOptions, type InstalmentsOptions } from "./options/parse-options"
import { DueRefunds } from "./refunds/due"
import { RefundFiling } from "./refunds/filing"
import { PaymentReturns } from "./refunds/returns"
import { Settings } from "./ledger/settings"
import { RefundSending } from "./refunds/sending"
import { RefundStore } from "./refunds/store"
import { UnmatchedRefunds } from "./refunds/unmatched"
import { checkoutReport } from "./reports/checkouts"
import { Overview } from "./reports/overview"
import { refundRequestReport } from "./reports/refund-requests"
import { StatementReport } from "./reports/statement"
import { FloodLog } from "./telemetry/log"

/**
 * The plugin's module: the ledger (checkouts, their payment sessions,
 * callbacks, refund requests, the stored merchant config), the options, the
 * service's client and its rate limits. Amounts in the ledger are integer
 * cents. It only wires objects together. Medusa wraps every function of a
 * module service, but not these objects.
 *
 * @throws when it is constructed with wrong options: Medusa then refuses to
 * boot and the message names every wrong one.
 */
export class InstalmentsModuleService extends MedusaService(models) {
  readonly options: InstalmentsOptions

  /** Access to the service: its client and its limits. */
  readonly client: InstalmentsClient
  readonly limits: RequestLimits
  readonly contact: ContactKeeper
  readonly config: ConfigKeeper

  /** The checkouts, their callbacks, and what is learnt about them. */
  readonly opening: CheckoutOpening
  readonly checkouts: CheckoutStore
  readonly outcomes: CheckoutOutcomes
  readonly checks: CheckoutChecks
  readonly due: DueCheckouts
  readonly learning: Learning
  readonly callbacks: CallbackStore
  readonly unmatched: UnmatchedCheckouts

  readonly refunds: RefundStore
  readonly filing: RefundFiling
  readonly dueRefunds: DueRefunds
  readonly sending: RefundSending
  readonly settings: Settings
  readonly returns: PaymentReturns
  readonly unmatchedRefunds: UnmatchedRefunds

  /** What the admin reads: its lists and the overview's figures. */
  readonly reports
  /** What the ledger knows about the store's health. */
  readonly health: HealthReader
  /** What needs a person, and who dealt with it. */
  readonly attention: AttentionList

  /** Takes out what leads to people: who asks for it, and who has paid long ago. */
  readonly erasing: CheckoutErasing
  readonly retention: Retention

  /** Whether the tables can be used now. */
  readonly reach: LedgerReach
  /** How far the service's lists are read. */
  readonly readings: SweepKeeper
  readonly leases: LeaseKeeper
  readonly deeds: Deeds
  readonly links: PaymentLinks
  readonly jobs: JobRuns
  readonly events: LedgerEvents
  readonly floodLog = new FloodLog()
  private readonly db: Knex

  constructor(
    private readonly container: Record<string, unknown>,
    // Medusa passes the database settings of a module in its options.
    { database, ...given }: Record<string, unknown> = {}
  ) {
    super(container, { database, ...given })
    const { PG_CONNECTION, LOGGER } = ContainerRegistrationKeys
    this.options = parseOptions(given)
    this.db = container[PG_CONNECTION] as Knex
    const logger = container[LOGGER] as Logger
    for (const found of lookalikeFindings(this.options)) {
      logger.warn(`Instalments: ${inWords(found)}`)
    }
    const { db, now, options } = this
    this.reach = new LedgerReach(db)
    this.limits = new RequestLimits(db)
    this.contact = new ContactKeeper(db, now)
    this.client = new InstalmentsClient(options, this.limits, (heard) =>
      this.contact.hear(heard)
    )
    this.config = new ConfigKeeper(db, this.client, options, now, logger)
    this.opening = new CheckoutOpening(db, options)
    this.checkouts = new CheckoutStore(db)
    this.outcomes = new CheckoutOutcomes(db)
    this.checks = new CheckoutChecks(db)
    this.due = new DueCheckouts(db, options)
    this.learning = new Learning(db, this.client, now)
    this.callbacks = new CallbackStore(db, options, now)
    this.unmatched = new UnmatchedCheckouts(db, now)
    this.refunds = new RefundStore(db)
    this.filing = new RefundFiling(db, options, now)
    this.dueRefunds = new DueRefunds(db, options, now)
    this.sending = new RefundSending(db, this, now)
    this.settings = new Settings(db, options)
    this.returns = new PaymentReturns(db, options, now)
    this.unmatchedRefunds = new UnmatchedRefunds(db, now)
    this.reports = {
      checkouts: checkoutReport(db),
      refundRequests: refundRequestReport(db),
      overview: new Overview(db),
      statement: new StatementReport(db),
    }
    this.health = new HealthReader(db, now)
    this.attention = new AttentionList(db, options, now)
    this.erasing = new CheckoutErasing(db)
    this.retention = new Retention(this, now)
    this.readings = new SweepKeeper(db)
    this.leases = new LeaseKeeper(db)
    this.deeds = new Deeds(db, now)
    this.links = new PaymentLinks(db)
    this.jobs = new JobRuns(db, now, this.reach)
    this.events = new LedgerEvents(container)
  }

  /** Medusa reads this, at once, to know how the ledger is queried. */
  // eslint-disable-next-line @medusajs/service-methods-must-be-async
  __joinerConfig() {
    return joinerConfig()
  }

  /** Medusa calls these around the life of the process. */
  readonly __hooks = {
    // Not awaited: a service that is down must not delay the store's start.
    onApplicationStart: async () => {
      void this.config.refreshAtStart()
      warnOfLocks(this.options.environment, this.container)
      warnOfCompletion(
        this.options,
        this.container[ContainerRegistrationKeys.LOGGER] as Logger
      )
    },
    onApplicationShutdown: async () => this.client.close(),
  }

  /** The plugin's current time, in milliseconds: every rule and job uses it. */
  readonly now = (): number => Date.now() + this.options.clockOffset
}
