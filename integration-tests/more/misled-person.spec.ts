import { boughtYesterday, MINUTE } from "../harness/calendar"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

const DAY = 24 * 60 * MINUTE

/** What a person reads must not make them pay twice, or nobody. */
withStore((store) => {
  const actions = refundActions(store)
  const { refund, cancel, requests, fail, runs } = actions
  const told = async () =>
    (await store.ledger.attention.read())
      .filter(({ resolution, kind }) => !resolution && /refund/.test(kind))
      .map(({ text }) => text)
  const check = async (reference: string) => {
    const path = `/admin/instalments/checkouts/${reference}/check`
    const { status, data } = await store.adminPost(path)
    expect([status, data.message]).toEqual([200, undefined])
    return data.checkout as { timeline: { text: string }[] }
  }

  describe("a refund that failed after it was complete", () => {
    async function failedAfterwards() {
      const { payment, reference } = await boughtYesterday(store)
      await refund(payment, 100.5)
      await runs()
      const [row] = await requests()
      expect(row).toMatchObject({ status: "complete" })
      const id = String(row!.refund_request_id)
      await store.sandbox.failRefund(id, { force: true })
      await store.passTime(DAY)
      await runs()
      expect((await told()).join()).toContain("now says failed")
      return { reference, id }
    }

    it("is not told of as failed once the service says complete again", async () => {
      const { reference, id } = await failedAfterwards()
      await store.sandbox.completeRefund(id, { force: true })
      await store.passTime(DAY)
      await check(reference)
      expect(await requests()).toMatchObject([
        { status: "complete", service_status: "complete" },
      ])
      expect((await told()).join()).not.toContain("now says failed")
    })

    it("is not said to be back with the shopper on the checkout's and the order's page", async () => {
      const { reference } = await failedAfterwards()
      await store.passTime(DAY)
      const { timeline } = await check(reference)
      const texts = timeline.map(({ text }) => text).join(" ")
      expect(texts).toMatch(/now says failed|says failed now/)
    })
  })

  it("a failed refund is told of again when the one that took its place is withdrawn", async () => {
    const { payment } = await boughtYesterday(store)
    await refund(payment, 100.5)
    const [first] = await requests()
    await store.sandbox.failRefund(String(first!.refund_request_id))
    await runs()
    expect(await told()).toHaveLength(1)
    // Another article comes back, and its refund waits for the limit.
    store.sandbox.fault({
      ...{ path: "/api/refunds", method: "POST", times: 1 },
      ...{ kind: "rate_limit", seconds: 3_000 },
    })
    expect((await refund(payment, 433.35)).status).toBe(200)
    expect(await told()).toEqual([])
    const [, second] = await requests()
    const path = `/admin/instalments/refund-requests/${second!.id}/withdraw`
    expect((await store.adminPost(path)).status).toBe(200)
    await runs()
    expect(await told()).toMatchObject([
      expect.stringMatching(/^The refund has failed/),
    ])
  })

  it("a cancelled order's refund that is complete after all is not said to be owed when its second one is withdrawn", async () => {
    const { order, reference } = await boughtYesterday(store)
    await cancel(order)
    await fail()
    const [first] = await requests()
    store.sandbox.fault({
      ...{ path: "/api/refunds", method: "POST" },
      ...{ kind: "rate_limit", seconds: 3_600, times: 1 },
    })
    const at = "/admin/instalments/refund-requests"
    expect((await store.adminPost(`${at}/${first!.id}/retry`)).status).toBe(200)
    const [, second] = await requests()
    expect(second).toMatchObject({ status: "scheduled" })
    const known = store.sandbox.refundRequests.get(first!.refund_request_id!)!
    known.status = "complete"
    await check(reference)
    expect((await told()).join()).toMatch(/may go back twice. Withdraw that/)
    const { status } = await store.adminPost(`${at}/${second!.id}/withdraw`)
    expect(status).toBe(200)
    await store.passTime(3 * MINUTE)
    await store.runJob("refunds")
    expect(await requests()).toMatchObject([
      { status: "complete", amount: 139_955 },
      { status: "withdrawn" },
    ])
    expect((await told()).join()).not.toContain("does not go back")
  })
})
