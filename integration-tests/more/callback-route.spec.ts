import * as fc from "fast-check"
import { LONGEST_CALLBACK } from "../../src/modules/instalments/callback/read-body"
import { signTestCallback } from "../../src/modules/instalments/callback/signature"
import { withStore } from "../harness/with-store"
import { bodies } from "./fuzz/hostile-bodies"
import { hostileRequests } from "./fuzz/hostile-requests"
import { send } from "./fuzz/raw-request"
import { runs, watchRejections } from "./fuzz/runs"

const MINUTES = 60_000

withStore((store) => {
  const url = () => String(store.api.defaults.baseURL)
  let rejections: ReturnType<typeof watchRejections>
  beforeEach(() => void (rejections = watchRejections()))
  afterEach(() => rejections.stop())

  /** What a callback may change. */
  const ledger = async () => ({
    checkouts: (await store.ledger.listCheckouts({}))
      .map(({ id, status, outcome, paid_at, order_id }) =>
        [id, status, outcome, paid_at, order_id].join()
      )
      .sort(),
    callbacks: (await store.ledger.listCallbacks({})).length,
    refunds: (await store.ledger.listRefundRequests({})).length,
    orders: (await store.orders()).length,
  })

  it(
    "answers any unsigned request without a 5xx, and the ledger stays as it was",
    async () => {
      const { reference } = await store.beginCheckout()
      const before = await ledger()
      const answers = new Map<number | null, number>()
      await fc.assert(
        fc.asyncProperty(hostileRequests([reference]), async (request) => {
          const status = await send(url(), request)
          answers.set(status, (answers.get(status) ?? 0) + 1)
          expect(status ?? 0).toBeLessThan(500)
          expect(request.method === "POST" && status === 200).toBe(false)
        }),
        runs(400)
      )
      // Otherwise it would have tested only what Node refuses by itself.
      expect([...answers.keys()]).toEqual(expect.arrayContaining([401, 413]))
      expect(await ledger()).toEqual(before)
      expect(rejections.unhandled).toEqual([])
    },
    10 * MINUTES
  )

  it(
    "answers any signed body with 200, and accepts only what the body says",
    async () => {
      const references: string[] = []
      for (let i = 0; i < 6; i++) {
        references.push((await store.beginCheckout()).reference)
      }
      const said = new Map<string, string[]>()
      await fc.assert(
        fc.asyncProperty(bodies(references), async (body) => {
          const signature = signTestCallback(body, "sandbox-signing-secret")
          const status = await send(url(), {
            method: "POST",
            target: "/hooks/instalments",
            headers: Object.entries(signature),
            framing: "length",
            body,
          })
          expect(status).toBe(body.length > LONGEST_CALLBACK ? 413 : 200)
          hear(said, body)
          for (const { id, status } of await store.ledger.listCheckouts({})) {
            const words = said.get(id) ?? []
            if (words[0] === "successful") {
              expect(status).toBe("successful")
            } else if (!words.includes("successful")) {
              expect(status).toBe(words[0] ?? "received")
            }
          }
        }),
        { ...runs(300), endOnFailure: true }
      )
      await store.runJob("reconcile")
      const rows = await store.ledger.listCheckouts({ status: "successful" })
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.filter(({ outcome }) => outcome !== "placed")).toEqual([])
      expect(await store.orders()).toHaveLength(rows.length)
      expect(rejections.unhandled).toEqual([])
    },
    10 * MINUTES
  )
})

/** Notes what a signed body says of a checkout, when it says anything. */
function hear(said: Map<string, string[]>, body: Buffer) {
  try {
    const callback = JSON.parse(body.toString()) as Record<
      string,
      unknown
    > | null
    const { client_reference_id: id, status, ...more } = callback ?? {}
    // What is not its checkout's is not believed.
    const says = ["amount", "currency", "checkout_id"].some(
      (name) => more[name] != null
    )
    if (
      !says &&
      typeof id === "string" &&
      (status === "successful" || status === "cancelled")
    ) {
      said.set(id, [...(said.get(id) ?? []), status])
    }
  } catch {
    // A body that is not JSON says nothing.
  }
}
