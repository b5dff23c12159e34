import type { Sandbox } from ".."
import { call, create, signed, start } from "./sandbox-client"

const DAY_MS = 86_400_000

describe("refunds", () => {
  let sandbox: Sandbox
  let checkout_id: string
  beforeEach(async () => {
    sandbox = await start({ limits: { enabled: false } })
    checkout_id = await create(sandbox)
  })
  afterEach(() => sandbox.close())

  const ask = (amount: unknown) =>
    signed(sandbox, "/api/refunds", { checkout_id, amount })

  /** Pays, and lets so many calendar days pass; both at noon. */
  async function payDaysAgo(days: number) {
    await sandbox.pay(checkout_id)
    const noon = new Date(sandbox.now() + (days + 1) * DAY_MS)
    noon.setUTCHours(10, 0, 0, 0)
    await sandbox.advance(noon.getTime() - sandbox.now())
    const paid = new Date(noon.getTime() - days * DAY_MS)
    sandbox.checkouts.get(checkout_id)!.paid_at = paid.toISOString()
  }

  it("answers the envelope with status requested", async () => {
    await payDaysAgo(1)
    const { status, body } = await ask(5_000)
    expect(status).toBe(200)
    expect(body).toEqual({
      data: {
        id: expect.any(String),
        type: "refund_requests",
        attributes: {
          amount: 5_000,
          currency: "ZAR",
          status: "requested",
          created_at: expect.stringMatching(/Z$/),
        },
      },
    })
  })

  it("refuses an unknown checkout and one that is not successful", async () => {
    const unknown = { checkout_id: "none", amount: 1 }
    expect((await signed(sandbox, "/api/refunds", unknown)).status).toBe(404)
    const { status, detail } = await ask(1)
    expect(status).toBe(422)
    expect(detail).toBe("Only successful checkouts can be refunded.")
  })

  it("allows day 100 and refuses day 101", async () => {
    await payDaysAgo(100)
    expect((await ask(1)).status).toBe(200)
    await sandbox.advance(DAY_MS)
    const { status, detail } = await ask(1)
    expect(status).toBe(422)
    expect(detail).toBe(
      "Orders can only be refunded within 100 days of the purchase date."
    )
  })

  it("refuses the day of purchase, to midnight in the time zone", async () => {
    await payDaysAgo(1)
    // 23:59 and 00:00 in Johannesburg, two hours ahead of UTC.
    const midnight = new Date(sandbox.now() + DAY_MS).setUTCHours(22, 0, 0, 0)
    const paid = new Date(midnight - 10 * 3_600_000)
    sandbox.checkouts.get(checkout_id)!.paid_at = paid.toISOString()
    await sandbox.advance(midnight - 60_000 - sandbox.now())
    const { status, detail } = await ask(1)
    expect(status).toBe(422)
    expect(detail).toBe("Order can't be refunded on the day of purchase.")
    await sandbox.advance(60_000)
    expect((await ask(1)).status).toBe(200)
  })

  it("lets a same-day refund wait for review when approval is manual", async () => {
    sandbox.set({ approval: "manual" })
    await sandbox.pay(checkout_id)
    expect((await ask(1)).status).toBe(200)
  })

  it("counts the remainder to the cent", async () => {
    await payDaysAgo(1)
    expect((await ask(139_954)).status).toBe(200)
    const { status, detail } = await ask(2)
    expect(status).toBe(422)
    expect(detail).toBe("Refund amount exceeds the refundable amount.")
    expect((await ask(1)).status).toBe(200)
  })

  it.each([0, -1, 1.5, "5", null])(
    "refuses %p as an amount",
    async (amount) => {
      await payDaysAgo(1)
      expect((await ask(amount)).status).toBe(422)
    }
  )

  it.each([
    [true, 200],
    [false, 422],
  ])("frees a failed refund's amount: %s", async (frees, status) => {
    sandbox.set({ refunds: { failedFreesRemainder: frees } })
    await payDaysAgo(1)
    const { body } = await ask(139_955)
    await sandbox.failRefund(body.data!.id)
    expect((await ask(139_955)).status).toBe(status)
  })

  it("goes from requested over pending to complete on its clock", async () => {
    await payDaysAgo(1)
    const id = (await ask(1)).body.data!.id
    const status = async () =>
      (await call(sandbox, "GET", `/api/refunds/${id}`)).body.data!.attributes
        .status
    await sandbox.advance(50_000)
    expect(await status()).toBe("requested")
    await sandbox.advance(11_000)
    expect(await status()).toBe("pending")
    await sandbox.advance(120_000)
    expect(await status()).toBe("complete")
  })

  it("waits for a person when approval is manual, then completes", async () => {
    sandbox.set({ approval: "manual" })
    await sandbox.pay(checkout_id)
    const id = (await ask(1)).body.data!.id
    await sandbox.advance(7 * DAY_MS)
    expect(sandbox.refundRequests.get(id)!.status).toBe("requested")
    await sandbox.approveRefund(id)
    expect(sandbox.refundRequests.get(id)!.status).toBe("pending")
    await sandbox.advance(121_000)
    expect(sandbox.refundRequests.get(id)!.status).toBe("complete")
  })

  it("changes an ended refund only by force", async () => {
    await payDaysAgo(1)
    const id = (await ask(1)).body.data!.id
    await sandbox.completeRefund(id)
    await expect(sandbox.failRefund(id)).rejects.toThrow(/complete/)
    const force = { force: true }
    expect((await sandbox.failRefund(id, force)).status).toBe("failed")
    expect((await sandbox.completeRefund(id, force)).status).toBe("complete")
  })

  it("lists refund requests in an order that is not that of time", async () => {
    await payDaysAgo(1)
    for (let i = 0; i < 12; i++) {
      await ask(1)
    }
    const path = "/api/refunds?page[items]=100"
    const ids = (await call(sandbox, "GET", path)).body.data!.map(
      ({ id }) => id
    )
    expect(ids).toEqual([...sandbox.refundRequests.keys()].sort())
  })
})
