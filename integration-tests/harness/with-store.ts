import { WorkflowScheduler } from "@medusajs/framework/orchestration"
import { generateJwtToken } from "@medusajs/framework/utils"
import { createUsersWorkflow } from "@medusajs/medusa/core-flows"
import { medusaIntegrationTestRunner } from "@medusajs/test-utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { AxiosInstance, AxiosRequestConfig } from "axios"
import { INSTALMENTS_MODULE } from "../../src/modules/instalments"
import { signTestCallback } from "../../src/modules/instalments/callback/signature"
import type { InstalmentsModuleService } from "../../src/modules/instalments/service"
import { startSandbox, type Sandbox } from "../../src/sandbox"
import { noon } from "./calendar"
import { FilledCart } from "./filled-cart"
import { deleteStuckExecutions } from "./stuck-executions"
import { seedShop, type Shop } from "./seed-shop"
import { eventually } from "./pause-at-write"
import { keepRows, rewindDatabases, untilQuiet } from "./rewound-database"
import { chooseInstalments, fillCart } from "./shopper"
import { waitInSimulatedTime } from "./simulated-time"

/** Of the account that the store uses. */
export const secrets = {
  clientSecret: "sandbox-client-secret",
  signingSecret: "sandbox-signing-secret",
}

/** The scheduled jobs that concern money, the config's, and the one that erases. */
export type JobName = "reconcile" | "refunds" | "config" | "retention"

/** A running store with its sandbox, and the actions of its users. */
export class Store {
  sandbox!: Sandbox
  shop!: Shop
  admin!: { authorization: string }
  /** Left out in a store that is no test's. */
  filled?: FilledCart
  /**
   * After how many milliseconds a merchant closes the connection; never when
   * left out.
   */
  hangsUpAfterMs: number | undefined

  constructor(
    readonly api: AxiosInstance,
    private readonly getContainer: () => MedusaContainer
  ) {}

  get container() {
    return this.getContainer()
  }

  get ledger(): InstalmentsModuleService {
    return this.container.resolve(INSTALMENTS_MODULE)
  }

  /** The database, as the ledger reaches it. */
  get db() {
    return this.ledger["db"]
  }

  /** A guest's cart with three mugs, an address and shipping. Answers its id. */
  async fillCart(): Promise<string> {
    const { api, shop, filled } = this
    return (await filled?.take(this.db)) ?? fillCart(api, shop)
  }

  /** Fills a cart and chooses instalments; nothing is paid yet. */
  async beginCheckout(data: Record<string, unknown> = {}) {
    const cartId = await this.fillCart()
    const session = await chooseInstalments(this.api, this.shop, cartId, data)
    return { cartId, sessionId: session.id, ...session.data }
  }

  /** A shopper pays and the callback places the order. */
  async buy() {
    const checkout = await this.beginCheckout()
    await this.sandbox.pay(checkout.reference, { numberOfPayments: 3 })
    const [order] = await this.orders({ cart_id: checkout.cartId })
    const payment = order!.payment_collections[0]!.payments[0]!
    return { ...checkout, order: order!, payment }
  }

  /** Posts to the store as a shopper; never throws on a status. */
  post(path: string, body: unknown = {}, headers = {}) {
    return this.api.post(
      path,
      body,
      this.as({ ...this.shop.headers, ...headers })
    )
  }

  /** Gets from the store as a shopper; never throws on a status. */
  get(path: string, headers = {}) {
    return this.api.get(path, this.as({ ...this.shop.headers, ...headers }))
  }

  /**
   * Posts as a merchant; never throws on a status. Waits until a refund or a
   * cancellation was released and sent, which happens after core has answered.
   */
  async adminPost(path: string, body: unknown = {}) {
    const { hangsUpAfterMs } = this
    const signal = hangsUpAfterMs
      ? AbortSignal.timeout(hangsUpAfterMs)
      : undefined
    const how = { ...this.as(this.admin), signal }
    const answer = await this.api.post(path, body, how)
    if (/\/(refund|cancel)$/.test(path)) {
      await this.refundsAreSent()
    }
    return answer
  }

  /**
   * Waits until no refund is being booked or sent, and none is ready to be
   * sent.
   */
  async refundsAreSent() {
    await eventually(() => this.areRefundsSent())
  }

  /** Gets as a merchant; never throws on a status. */
  adminGet(path: string) {
    return this.adminAsk("GET", path)
  }

  /** Any request of a merchant, its body as it is given; never throws on a status. */
  adminAsk(
    method: string,
    url: string,
    { body, headers = {} }: { body?: string; headers?: object } = {}
  ) {
    return this.api.request({
      ...{ method, url, data: body },
      ...this.as({ ...this.admin, ...headers }),
    })
  }

  /** Delivers a callback by hand, signed as the service signs. */
  deliver(
    callback: Record<string, unknown> | string,
    headers?: Record<string, string>
  ) {
    const body =
      typeof callback === "string" ? callback : JSON.stringify(callback)
    return this.api.post("/hooks/instalments", body, {
      ...this.as({
        "content-type": "application/json",
        ...(headers ?? signTestCallback(body, secrets.signingSecret)),
      }),
      // Bytes as they are: axios must not read the text as JSON again.
      transformRequest: (data) => data,
    })
  }

  /** The ledger's row of a checkout. */
  row(reference: string) {
    return this.ledger.retrieveCheckout(reference)
  }

  /** The store's orders as an HTTP answer would show them. */
  async orders(filter: { cart_id?: string } = {}) {
    const query = this.container.resolve("query")
    const { data } = await query.graph({
      entity: "order",
      fields: [
        "id",
        "total",
        "status",
        "metadata",
        "cart.id",
        "payment_collections.status",
        "payment_collections.payments.id",
        "payment_collections.payments.data",
        "payment_collections.payments.captures.amount",
      ],
    })
    const orders = JSON.parse(JSON.stringify(data)) as Order[]
    return orders.filter(
      ({ cart }) => !filter.cart_id || cart?.id === filter.cart_id
    )
  }

  /** Moves the clocks of the service and the store. */
  async passTime(ms: number) {
    this.ledger.options.clockOffset += ms
    await this.sandbox.advance(ms)
  }

  /** Runs a scheduled job once. */
  async runJob(name: JobName) {
    const { default: job } = await import(`../../src/jobs/${name}`)
    await (job as (container: MedusaContainer) => Promise<void>)(this.container)
  }

  private async areRefundsSent(): Promise<boolean> {
    const { ledger, db } = this
    // In the order of a refund's way, so that none is missed.
    const isNone = async (rows: PromiseLike<unknown[]>) =>
      (await rows).length === 0
    const requests = () => db("instalments_refund_request").limit(1)
    return (
      (await isNone(db("instalments_lease").whereLike("id", "order:%"))) &&
      (await isNone(ledger.dueRefunds.toSend(1))) &&
      (await isNone(requests().where({ status: "sending" }))) &&
      (await isNone(
        requests().where("books_after", "<=", new Date(ledger.now()))
      ))
    )
  }

  private as(headers: Record<string, string>): AxiosRequestConfig {
    return { headers, validateStatus: () => true }
  }
}

type Order = {
  id: string
  total: number
  status: string
  metadata: Record<string, unknown> | null
  cart?: { id: string }
  payment_collections: {
    status: string
    payments: {
      id: string
      data: Record<string, unknown>
      captures: { amount: number }[]
    }[]
  }[]
}

let shared: Store | undefined

/**
 * Boots a store and a sandbox, on a free port, for the tests of one file.
 * Inside another call, the tests use the store of that call.
 */
export function withStore(tests: (store: Store) => void) {
  if (shared) {
    return tests(shared)
  }
  let sandbox: Sandbox | undefined
  // Before the store boots, because medusa-config.ts reads the address then.
  beforeAll(async () => {
    sandbox = await startSandbox(secrets)
    process.env.INSTALMENTS_BASE_URL = sandbox.url
  })
  afterAll(() => sandbox?.close())
  let db: Knex
  const rewinding = rewindDatabases(() => db)
  medusaIntegrationTestRunner({
    inApp: true,
    testSuite: ({ api, getContainer }) => {
      const store = new Store(api, getContainer)
      beforeAll(async () => {
        // Jobs run when a test says so, not when a real minute begins.
        await new WorkflowScheduler().clear()
        store.sandbox = sandbox!
        // Each test's database has the rows that are there after this.
        store.shop = await seedShop(getContainer())
        store.admin = await merchant(getContainer())
        const cartId = await fillCart(api, store.shop)
        store.filled = await FilledCart.keep(store.db, cartId)
        db = store.db
        await keepRows(db)
      })
      beforeEach(async () => {
        const { options } = store.ledger
        // Some tests hold them, and files that run together share the options.
        options.unplacedPayments = "refund"
        options.completeCartWorkflow = "complete-cart"
        options.backendUrl = String(api.defaults.baseURL)
        // Because the options are parsed before the port is known.
        const origins = [...options.storefront.origins, options.backendUrl]
        options.storefront.origins = [
          ...new Set(origins.map((url) => new URL(url).origin)),
        ]
        // Some tests replace the clock.
        Object.defineProperty(options, "clockOffset", {
          ...{ value: 0, writable: true, configurable: true },
          enumerable: true,
        })
        store.sandbox.reset()
        store.sandbox.set({ limits: { clock: "sandbox" } })
        waitInSimulatedTime({ store, passTime: (ms) => store.passTime(ms) })
        await noon(store)
        // Requests of the boot, and of jobs that began during it, do not count
        // for the test.
        await store.db("instalments_request_limit").delete()
        await store.db("instalments_job_run").delete()
        // The database is new, but the process still has the old config in
        // memory.
        await store.ledger.config.refresh()
      })
      afterEach(() => jest.restoreAllMocks())
      // Inside the runner's own hook, which waits for every execution to end.
      describe("", () => {
        afterEach(async () => {
          await deleteStuckExecutions(store.container)
          await untilQuiet(store.db)
        })
        shared = store
        tests(store)
        shared = undefined
      })
    },
  })
  rewinding.mockRestore()
}

/**
 * The headers of a merchant who is logged in. Core hashes a secret API key anew for
 * every request, which costs a tenth of a purchase's work each time.
 */
export async function merchant(container: MedusaContainer) {
  const { result } = await createUsersWorkflow(container).run({
    input: { users: [{ email: "merchant@example.com" }] },
  })
  const id = result[0]!.id
  const { http } = container.resolve("configModule").projectConfig
  const token = generateJwtToken(
    { actor_id: id, actor_type: "user", app_metadata: { user_id: id } },
    { secret: http.jwtSecret as string, expiresIn: "1d" }
  )
  return { authorization: `Bearer ${token}` }
}
