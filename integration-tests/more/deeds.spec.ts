import { linkActions } from "../harness/link-actions"
import { withStore } from "../harness/with-store"

const root = "/admin/instalments"

/** Who did what is kept with it, whichever route of the admin was asked. */
withStore((store) => {
  const { linkOfOwing, linkTo, open, press, opened, adminPath } =
    linkActions(store)
  const act = async (path: string, body: object = {}) => {
    const { status, data } = await store.adminPost(`${root}${path}`, body)
    expect([path, status, data.message]).toEqual([path, status, undefined])
    return data
  }
  const deeds = async () =>
    (await store.db("instalments_deed").orderBy("created_at")).map(
      ({ action, subject }) => [action, subject]
    )
  async function me() {
    const { data } = await store.adminGet("/admin/users/me")
    return data.user as { id: string; email: string }
  }

  it("of payments and refunds, and the checkout's timeline tells it", async () => {
    store.ledger.options.unplacedPayments = "hold"
    const { reference: id, cartId } = await store.beginCheckout()
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(id)
    await store.post(`/store/carts/${cartId}/line-items`, {
      ...{ variant_id: store.shop.variantId, quantity: 1 },
    })
    await act(`/checkouts/${id}/check`)
    expect(await store.row(id)).toMatchObject({ outcome: "held" })
    await act(`/checkouts/${id}/refund`)
    const [refund] = await store.ledger.listRefundRequests({ reference: id })
    await act(`/refund-requests/${refund!.id}/withdraw`)
    await act(`/checkouts/${id}/settle`)
    const key = `held-payment:${id}`
    await act(`/attention/${key}/resolve`, { note: "Paid back by bank." })
    await act("/config/refresh")
    await act("/reconcile")
    await act("/erase", { email: "thandi@example.com" })
    expect(await deeds()).toEqual([
      ["check", id],
      ["refund", id],
      ["withdraw", refund!.id],
      ["settle", id],
      ["resolve", key],
      ["refresh-config", null],
      ["reconcile", null],
      ["erase", null],
    ])
    const who = await me()
    const [row] = await store.db("instalments_deed")
    expect(row).toMatchObject({ actor_id: who.id, actor_type: "user" })
    const { checkout } = (await store.adminGet(`${root}/checkouts/${id}`)).data
    const told = checkout.timeline
      .filter(({ kind }: { kind: string }) => kind === "deed")
      .map(({ text }: { text: string }) => text)
    expect(told).toEqual([
      `${who.email} had the service asked.`,
      `${who.email} returned the payment.`,
      `${who.email} withdrew a refund.`,
      `${who.email} asked for the order to be placed.`,
    ])
  })

  it("of payment links; those that were taken back lead to no payment, and a new one does", async () => {
    const { id, url } = await linkOfOwing()
    const answer = await store.adminAsk("DELETE", adminPath(id))
    expect(answer).toMatchObject({
      status: 200,
      data: { payment_link: { taken_back_at: expect.any(String) } },
    })
    for (const page of [await open(url), await press(url)]) {
      expect(page.status).toBe(410)
      expect(page.words).toContain("This link is no longer valid")
    }
    await store.passTime(1)
    expect((await press(await linkTo(id))).status).toBe(303)
    expect(await deeds()).toEqual([
      ["make-link", id],
      ["take-links-back", id],
      ["make-link", id],
    ])
  })

  it.each(["always", "never"] as const)(
    "of a shopper who pays on the page of a link that was taken back: he reads that it has arrived (callbacks: %s)",
    async (mode) => {
      const { id, url } = await linkOfOwing()
      await press(url)
      await store.adminAsk("DELETE", adminPath(id))
      await store.passTime(60_000)
      const anew = await linkTo(id)
      expect((await press(anew)).status).toBe(303)
      const [row] = await opened(id)
      if (mode === "never") {
        store.sandbox.set({ callbacks: { mode } })
      }
      await store.sandbox.pay(row!.id)
      await store.passTime(60_000)
      for (const page of [row!.success_url!, url, anew]) {
        const { status, words } = await open(page)
        expect(status).toBe(200)
        expect(words).toContain("Your payment has arrived")
      }
      expect((await press(url)).words).toContain("Your payment has arrived")
    }
  )
})
