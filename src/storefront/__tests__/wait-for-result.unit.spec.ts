import { createInstalments, PROVIDER_ID } from "../index.js"
import { Store, type Answer } from "./store.js"
import { VirtualClock } from "./virtual-clock.js"

const store = new Store()
let clock: VirtualClock
beforeAll(() => store.open())
afterAll(() => store.close())
beforeEach(() => {
  store.got.length = 0
  clock = new VirtualClock()
})

const client = () => createInstalments({ ...store.connection, clock })
const payment = (status: string, order_id: string | null = null): Answer => ({
  body: { payment: { status, order_id, payment_url: null } },
})
/** Answers one after the other, the last one again and again. */
const answers = (...list: Answer[]) => {
  store.answer = () => (list.length > 1 ? list.shift()! : list[0]!)
}

describe("waiting for a result", () => {
  it.each(["paid", "cancelled", "expired", "unplaced"])(
    "ends at once when it is %s",
    async (status) => {
      answers(payment(status))
      const result = await client().waitForResult("payses_1")
      expect(result.status).toBe(status)
      expect(clock.pauses).toEqual([])
    }
  )

  it("arrives at the order once a late callback came", async () => {
    answers(payment("pending"), payment("pending"), payment("paid", "order_1"))
    expect(await client().waitForResult("payses_1")).toEqual({
      status: "paid",
      orderId: "order_1",
      paymentUrl: null,
      hasArrived: false,
      refund: null,
    })
    expect(store.got).toHaveLength(3)
  })

  it("tells by when the money of an unplaced payment is back", async () => {
    const refund = { status: "scheduled", expected_on: "2026-11-24" }
    answers({ body: { payment: { status: "unplaced", refund } } })
    expect(await client().waitForResult("payses_1")).toMatchObject({
      refund: { status: "scheduled", expectedOn: "2026-11-24" },
    })
  })

  it("arrives at the order that exists, and tells by when a second payment is back", async () => {
    const refund = { status: "requested", expected_on: "2026-11-24" }
    const paid = { status: "paid", order_id: "order_1", refund }
    answers({ body: { payment: paid } })
    expect(await client().waitForResult("payses_2")).toMatchObject({
      status: "paid",
      orderId: "order_1",
      refund: { status: "requested", expectedOn: "2026-11-24" },
    })
  })

  it("asks less and less often, and ten seconds apart at most", async () => {
    answers(payment("pending"))
    await client().waitForResult("payses_1", { timeoutMs: 60_000 })
    expect(clock.pauses.slice(0, 8)).toEqual([
      1000, 1500, 2250, 3375, 5063, 7594, 10_000, 10_000,
    ])
  })

  it("answers pending when the time is over, not a moment later", async () => {
    answers(payment("pending"))
    const began = clock.now()
    const result = await client().waitForResult("payses_1", {
      timeoutMs: 5_000,
    })
    expect(result.status).toBe("pending")
    expect(clock.now() - began).toBe(5_000)
  })

  it("looks a last time when the time is over", async () => {
    answers(payment("pending"), payment("pending"), payment("paid", "order_1"))
    const result = await client().waitForResult("payses_1", {
      timeoutMs: 2_000,
    })
    expect(result.status).toBe("paid")
  })

  it("gives three minutes unless told otherwise, in less than thirty looks", async () => {
    answers(payment("pending"))
    const began = clock.now()
    await client().waitForResult("payses_1")
    expect(clock.now() - began).toBe(180_000)
    expect(store.got.length).toBeLessThan(30)
  })

  it("tells the page before every pause what is known and since when it waits", async () => {
    answers(payment("pending"), payment("pending"), payment("paid"))
    const told: unknown[] = []
    await client().waitForResult("payses_1", {
      onWait: ({ payment: { status }, waitedMs }) =>
        told.push([status, waitedMs]),
    })
    expect(told).toEqual([
      ["pending", 0],
      ["pending", 1000],
    ])
  })

  it("tells the page when the store could not be asked", async () => {
    answers(null, payment("pending"), payment("paid"))
    const told: unknown[] = []
    await client().waitForResult("payses_1", {
      onWait: ({ error }) => told.push(error?.code),
    })
    expect(told).toEqual(["network", undefined])
  })

  it.each<[string, Answer]>([
    ["too many requests", { status: 429, body: {} }],
    ["a store that restarts", { status: 503, body: "Bad gateway" }],
    ["no connection", null],
  ])("goes on after %s", async (_, failure) => {
    answers(failure, failure, payment("paid", "order_1"))
    const result = await client().waitForResult("payses_1")
    expect(result).toMatchObject({ status: "paid", orderId: "order_1" })
    expect(clock.pauses).toEqual([1000, 1500])
  })

  it("keeps the last known state when the store goes away for good", async () => {
    const pending = payment("pending")!
    Object.assign((pending.body as { payment: object }).payment, {
      payment_url: "https://pay.example/1",
    })
    answers(pending, { status: 503, body: {} })
    const result = await client().waitForResult("payses_1")
    expect(result.paymentUrl).toBe("https://pay.example/1")
  })

  it("throws for a payment that the store does not know, and asks no more", async () => {
    answers({ status: 404, body: { message: "Not one of ours." } })
    await expect(client().waitForResult("payses_x")).rejects.toMatchObject({
      code: "not_found",
      message: "Not one of ours.",
    })
    expect(store.got).toHaveLength(1)
  })

  it("ends when the page is left", async () => {
    answers(payment("pending"))
    const page = new AbortController()
    clock.meanwhile = () => page.abort(new Error("left"))
    const waiting = client().waitForResult("payses_1", { signal: page.signal })
    await expect(waiting).rejects.toThrow("left")
    expect(store.got).toHaveLength(1)
  })
})

describe("waiting by cart", () => {
  const started = (id: string): Answer => ({
    body: {
      payment_collection: {
        id: "paycol_1",
        payment_sessions: [
          {
            id,
            provider_id: "pp_instalments_instalments",
            data: { payment_url: "https://pay.example/1", amount: 1 },
          },
        ],
      },
    },
  })

  it("looks at the session that this browser started for it", async () => {
    const shop = client()
    answers(started("payses_7"))
    await shop.start({ id: "cart_1" })
    store.got.length = 0
    answers(payment("paid"))
    await shop.waitForResult("cart_1")
    expect(store.got.map(({ url }) => url)).toEqual([
      "/store/instalments/payment-sessions/payses_7",
    ])
  })

  it("asks the store in a browser that remembers nothing", async () => {
    const payment_sessions = [
      { id: "payses_0", provider_id: "pp_system_default" },
      { id: "payses_8", provider_id: "pp_instalments_instalments" },
    ]
    const cart = { payment_collection: { payment_sessions } }
    store.answer = ({ url }) =>
      url.startsWith("/store/carts/cart_9?")
        ? { body: { cart } }
        : payment("paid", "order_9")
    const result = await client().waitForResult("cart_9")
    expect(result.orderId).toBe("order_9")
    expect(store.got[1]!.url).toContain("payses_8")
  })

  it.each([
    ["has no payment", { payment_collection: null }],
    [
      "is paid in another way",
      {
        payment_collection: {
          payment_sessions: [{ id: "p", provider_id: "pp_system_default" }],
        },
      },
    ],
  ])("asks the ledger about a cart that %s", async (_, cart) => {
    store.answer = ({ url }) =>
      url.startsWith("/store/carts/cart_9?")
        ? { body: { cart } }
        : payment("unplaced")
    const { status } = await client().waitForResult("cart_9")
    expect(status).toBe("unplaced")
    expect(store.got[1]!.url).toBe("/store/instalments/payment-sessions/cart_9")
  })
})

describe("waiting by order", () => {
  const order = (...payment_collections: object[]) => ({
    ...{ id: "order_1", display_id: 1, status: "pending" },
    ...{ currency_code: "zar", payment_collections },
  })

  it("looks at what this browser started for what it owes", async () => {
    const shop = client()
    const data = { payment_url: "https://pay.example/1", amount: 1 }
    const payment_sessions = [
      { id: "payses_9", provider_id: PROVIDER_ID, data },
    ]
    const summary = { pending_difference: 1 }
    const open = { id: "pay_col_1", status: "not_paid" }
    store.answer = ({ method }) =>
      method === "GET"
        ? { body: { order: { ...order(open), summary } } }
        : { body: { payment_collection: { payment_sessions } } }
    await shop.start({ orderId: "order_1" })
    store.got.length = 0
    answers(payment("paid", "order_1"))
    await shop.waitForResult("order_1")
    expect(store.got.map(({ url }) => url)).toEqual([
      "/store/instalments/payment-sessions/payses_9",
    ])
  })

  it("asks the ledger in a browser that remembers nothing", async () => {
    answers(payment("cancelled", "order_1"))
    const { status } = await client().waitForResult("order_1")
    expect(status).toBe("cancelled")
    expect(store.got.map(({ url }) => url)).toEqual([
      "/store/instalments/payment-sessions/order_1",
    ])
  })
})
