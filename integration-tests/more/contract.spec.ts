import contract from "../../src/jobs/contract"
import type { Fault } from "../../src/sandbox"
import { withStore } from "../harness/with-store"

const root = "/admin/instalments"
const DAY_MS = 86_400_000

withStore((store) => {
  const bend = (...bends: NonNullable<Fault["bends"]>) =>
    store.sandbox.fault({ kind: "bent_document", bends })
  const check = () => store.adminPost(`${root}/contract/check`)
  const status = async () =>
    (await store.adminGet(`${root}/status`)).data.status
  const openItems = async () =>
    (await store.adminGet(`${root}/attention`)).data.attention as {
      key: string
      text: string
      actions: { path: string }[]
    }[]

  it("is compared at the press of a button, for merchants only", async () => {
    expect((await store.post(`${root}/contract/check`)).status).toBe(401)
    expect((await status()).contract).toMatchObject({
      ...{ verdict: "unknown", compared_at: null, points: [], change: null },
    })
    const { data } = await check()
    expect(data.contract).toMatchObject({ verdict: "fits", failure: null })
    const seen = await status()
    expect(seen.contract).toEqual(data.contract)
    expect(seen.checks).toContainEqual(
      expect.objectContaining({ name: "contract", state: "ok" })
    )
  })

  it("is not asked for again within a minute", async () => {
    await check()
    const { status: code, data } = await check()
    expect(code).toBe(429)
    expect(data.retry_after).toBeGreaterThan(0)
    expect(data.message).toContain("less than a minute ago")
  })

  it("shows what differs with its decision, and troubles nobody", async () => {
    bend("new_status")
    const { data } = await check()
    expect(data.contract.verdict).toBe("handled")
    expect(data.contract.points[0]).toMatchObject({
      verdict: "handled",
      what: expect.stringContaining('may be "expired"'),
      then: expect.stringContaining("is no end"),
    })
    expect((await status()).checks).toContainEqual(
      expect.objectContaining({ name: "contract", state: "ok" })
    )
    expect(await openItems()).toEqual([])
  })

  it("warns of what breaks, while payments and refunds go on", async () => {
    bend("required_field", "missing_path")
    const logger = store.container.resolve("logger")
    const warned = jest.spyOn(logger, "warn")
    await contract(store.container)
    const said = warned.mock.calls.join("\n")
    expect(said).toContain("store_id is required and not sent")
    expect((await status()).checks).toContainEqual(
      expect.objectContaining({
        ...{ name: "contract", state: "warning" },
        text: expect.stringContaining("POST /api/refunds is used"),
      })
    )
    const [item] = await openItems()
    expect(item).toMatchObject({ key: "contract-breaks" })

    const { order, payment } = await store.buy()
    expect(order.payment_collections[0]!.status).toBe("completed")
    await store.passTime(DAY_MS)
    const path = `/admin/payments/${payment.id}/refund`
    expect((await store.adminPost(path, { amount: 10 })).status).toBe(200)
    expect(store.sandbox.refundRequests.size).toBe(1)

    // Read, until there is another document.
    await store.adminPost(item!.actions[0]!.path)
    expect((await openItems()).map(({ key }) => key)).not.toContain(
      "contract-breaks"
    )
    store.sandbox.clearFaults()
    bend("text_amounts")
    await store.passTime(8 * DAY_MS)
    await contract(store.container)
    expect((await openItems()).map(({ key }) => key)).toContain(
      "contract-breaks"
    )
    expect((await status()).contract.change).toMatchObject({
      added: expect.arrayContaining([
        "GET /api/checkouts/:id 200.data.attributes.amount: string, required",
      ]),
    })
    expect(warned.mock.calls.join("\n")).toContain("has changed")
  })

  it("is once a week the job's, which never fails for the service's sake", async () => {
    const asked = jest.spyOn(store.ledger.contract, "check")
    store.sandbox.fault({ kind: "down", path: "/docs" })
    const logger = store.container.resolve("logger")
    const warned = jest.spyOn(logger, "warn")
    await contract(store.container)
    await contract(store.container)
    expect(asked).toHaveBeenCalledTimes(1)
    expect(warned.mock.calls.join()).toContain("nothing else depends on it")
    const { jobs, contract: seen } = await status()
    expect(jobs).toContainEqual(
      expect.objectContaining({ name: "contract", last_error: null })
    )
    expect(seen).toMatchObject({
      ...{ verdict: "unknown", failure: expect.stringContaining("broke") },
    })
    store.sandbox.clearFaults()
    await store.passTime(DAY_MS)
    await contract(store.container)
    await contract(store.container)
    expect(asked).toHaveBeenCalledTimes(2)
    expect((await status()).contract.verdict).toBe("fits")
  })
})
