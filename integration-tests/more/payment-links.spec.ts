import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import { sealLink } from "../../src/modules/instalments/domain/link-token"
import { openAbroad } from "../harness/abroad"
import { balanceActions } from "../harness/balance-actions"
import { MINUTE, tomorrowMorning } from "../harness/calendar"
import { DAY_MS, linkActions, MUG } from "../harness/link-actions"
import { refundActions } from "../harness/refund-actions"
import { ShopSettings } from "../harness/shop-settings"
import { shopClient } from "../harness/shop-client"
import { withStore } from "../harness/with-store"

/** The link by which a shopper pays what an order owes, and its page. */
withStore((store) => {
  const { adminPath, owing, linkTo, linkOfOwing, why, ...actions } =
    linkActions(store)
  const { open, press, oneMore, oneLess, created, opened } = actions
  const balances = balanceActions(store)
  const { books } = balances
  const { refund, cancel, runs, atService } = refundActions(store)
  const MORE = MUG / 100
  const ARRIVED = "Your payment has arrived"

  afterEach(() => {
    store.ledger.options.unplacedPayments = "refund"
  })

  async function bands(
    rules: { from_amount: number; to_amount: number; terms: number[] }[]
  ) {
    store.sandbox.set({ rules })
    await store.ledger.config.refresh()
  }

  /** The link of an order whose payment page is open. */
  async function pageOpen() {
    const { id, url } = await linkOfOwing()
    expect((await press(url)).status).toBe(303)
    const [row] = await opened(id)
    return { id, url, reference: row!.id }
  }

  const outcome = async (reference: string) =>
    (await store.row(reference)).outcome

  it("is made for what an order owes, until the day that the option says, and hides the order", async () => {
    const id = await owing()
    const asked = await store.adminGet(adminPath(id))
    expect(asked.data).toEqual({
      balance: { amount: MUG, currency: "ZAR", reason: null },
    })
    const before = store.ledger.now()
    const { status, data, headers } = await store.adminPost(adminPath(id))
    expect(status).toBe(200)
    expect(headers["cache-control"]).toBe("no-store")
    const { url, expires_at, ...rest } = data.payment_link
    expect(rest).toEqual({ amount: MUG, currency: "ZAR" })
    const { backendUrl } = store.ledger.options
    expect(url).toMatch(new RegExp(`^${backendUrl}/instalments/pay/[\\w-]+$`))
    const lasts = Date.parse(expires_at) - before
    expect(Math.abs(lasts - 7 * DAY_MS)).toBeLessThanOrEqual(5_000)
    expect(url).not.toContain(id)
  })

  it("is not made where nothing can be paid in instalments, and the reason is given", async () => {
    const unknown = await store.adminPost(adminPath("order_none"))
    expect([unknown.status, unknown.data.message]).toEqual([
      404,
      expect.stringContaining("order_none"),
    ])
    const abroad = { region_id: await openAbroad(store) }
    const foreign = await balances.draft(abroad)
    await balances.convert(foreign)
    expect(await why(foreign)).toMatch(
      /is in USD, and instalments are paid in ZAR/
    )
    const { id } = (await store.buy()).order
    expect(await why(id)).toContain("owes nothing")
    await balances.addArticle(id)
    // The state after a process was killed while core completed the cart.
    const checkout = () => store.db("instalments_checkout")
    await checkout().update({ outcome: "open", order_id: null })
    expect(await why(id)).toMatch(/has arrived and is not booked yet/)
    await checkout().update({ outcome: "placed", order_id: id })
    const known = [{ from_amount: 5_000, to_amount: 500_000, terms: [3] }]
    await bands([{ from_amount: 100_000, to_amount: 200_000, terms: [3] }])
    expect(await why(id)).toMatch(
      /owes R\s433,35, and instalments are offered for amounts from R\s1\s000,00 to R\s2\s000,00/
    )
    await bands(known)
    const settings = new ShopSettings(store)
    await settings.accept(["pp_system_default"])
    expect(await why(id)).toContain("not enabled in the region")
    await settings.accept(["pp_system_default", PROVIDER_ID])
    const orders = store.container.resolve(Modules.ORDER)
    const email = (value: string | null) =>
      orders.updateOrders(id, { email: value as string })
    await email(null)
    expect(await why(id)).toContain("no e-mail address")
    await email("thandi@example.com")
    const collection = await balances.collection(id)
    await balances.authorise(collection, "pp_other_other")
    expect(await why(id)).toMatch(
      /authorised and not captured \(pp_other_other\)\. Capture it, or have it cancelled by its provider/
    )
  })

  describe("its page", () => {
    it("says the shop, the order by the shop's own number, the amount and what it is a month, and so does the payment page", async () => {
      const stores = store.container.resolve(Modules.STORE)
      const [shop] = await stores.listStores()
      await stores.updateStores(shop!.id, { name: "Fynbos & <Co>" })
      const { id, url } = await linkOfOwing()
      const custom_display_id = "PRO-2026-0117"
      await store.db("order").where({ id }).update({ custom_display_id })
      const { status, words, html } = await open(url)
      expect(status).toBe(200)
      expect(html).toContain("<header>Fynbos &amp; &lt;Co&gt;</header>")
      expect(words).toContain("Pay for order PRO-2026-0117")
      expect(words).toContain("R 433,35")
      expect(words).toMatch(/3 monthly payments of about R 144,45/)
      await press(url)
      const [row] = await opened(id)
      const { request } = store.sandbox.checkouts.get(row!.checkout_id!)!
      expect(request.line_items).toMatchObject([
        { name: "Order PRO-2026-0117, balance" },
      ])
      await store.sandbox.pay(row!.id)
      expect(await why(id)).toContain("Order PRO-2026-0117 owes nothing")
      expect(await (await shopClient(store)).balance(id)).toMatchObject({
        displayId: custom_display_id,
      })
    })

    it("opens no checkout and no session however often a crawler asks, is never cached or framed, and waits after thirty times a minute", async () => {
      const { id, url } = await linkOfOwing()
      const before = created()
      for (let time = 0; time < 10; time++) {
        await open(`${url}?back=1`)
        await store.api.head(url)
      }
      const { headers } = await open(url)
      expect(headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
        "x-robots-tag": "noindex",
      })
      expect(headers["content-security-policy"]).toMatch(
        /^default-src 'none'; .*frame-ancestors 'none'$/
      )
      let busy = await open(url)
      for (let time = 0; time < 30 && busy.status !== 429; time++) {
        busy = await open(url)
      }
      expect(busy.status).toBe(429)
      expect(Number(busy.headers["retry-after"])).toBeGreaterThan(0)
      expect(created()).toBe(before)
      expect(await opened(id)).toEqual([])
      const sessions = await store.container
        .resolve(Modules.PAYMENT)
        .listPaymentSessions({})
      // The one that the cart was paid by.
      expect(sessions).toHaveLength(1)
      const other = await linkOfOwing()
      expect((await open(other.url)).status).toBe(200)
    })

    it("is unknown when the token is anything else, without reading the ledger, or its order was deleted", async () => {
      const { id, url } = await linkOfOwing()
      const token = url.split("/").at(-1)!
      const expires_at = new Date(Date.now() + DAY_MS)
      const other = sealLink(
        { order_id: id, made_at: new Date(), expires_at },
        "another-secret"
      )
      const read = jest.spyOn(store.ledger, "listCheckouts")
      for (const wrong of [other, id]) {
        const address = url.replace(token, wrong)
        for (const answer of [await open(address), await press(address)]) {
          expect(answer.status).toBe(404)
          expect(answer.words).toContain("This link is not known")
        }
      }
      expect(read).not.toHaveBeenCalled()
      await store.container.resolve(Modules.ORDER).softDeleteOrders([id])
      expect((await open(url)).status).toBe(404)
    })

    it("says why nothing can be paid, without a button, and opens nothing", async () => {
      const { id, url } = await linkOfOwing()
      const says = async (words: string) => {
        for (const answer of [await open(url), await press(url)]) {
          expect(answer.status).toBe(200)
          expect(answer.words).toContain(words)
          expect(answer.html).not.toContain("<button")
        }
      }
      await bands([{ from_amount: 100, to_amount: 200, terms: [3] }])
      await says("cannot be paid in instalments")
      await oneLess(id)
      await says("Nothing has to be paid")
      await cancelOrderWorkflow(store.container).run({
        input: { order_id: id },
      })
      await says("is cancelled")
      const draft = await balances.draft()
      const expires_at = new Date(store.ledger.now() + DAY_MS)
      const { backendUrl, signingSecret } = store.ledger.options
      const made_at = new Date(store.ledger.now())
      const link = { order_id: draft, made_at, expires_at }
      const token = sealLink(link, signingSecret[0]!)
      const page = await press(`${backendUrl}/instalments/pay/${token}`)
      expect(page.words).toContain("is not confirmed yet")
      expect([...(await opened(id)), ...(await opened(draft))]).toEqual([])
    })

    it("ends, and tells for a day after of a payment that was made before", async () => {
      const unpaid = await linkOfOwing()
      const { id, url } = await linkOfOwing()
      await store.passTime(7 * DAY_MS - MINUTE)
      await press(url)
      const [row] = await opened(id)
      await store.sandbox.pay(row!.id)
      await store.passTime(2 * MINUTE)
      expect((await open(`${url}?back=1`)).words).toContain(ARRIVED)
      for (const answer of [await open(unpaid.url), await press(unpaid.url)]) {
        expect(answer.status).toBe(410)
        expect(answer.words).toContain("This link has ended")
      }
      await store.passTime(2 * DAY_MS)
      expect((await open(unpaid.url)).status).toBe(410)
      expect(await opened(unpaid.id)).toEqual([])
    })
  })

  describe("its button", () => {
    it("opens one checkout of what is owed, in however many tabs and by whichever link, and its payment is booked once", async () => {
      const { id, url } = await linkOfOwing()
      const tabs = await Promise.all([press(url), press(url), press(url)])
      tabs.push(await press(url), await press(await linkTo(id)))
      const [row, ...others] = await opened(id)
      expect(others).toEqual([])
      expect(row).toMatchObject({ amount: MUG })
      for (const { status, headers } of tabs) {
        expect([status, headers.location]).toEqual([303, row!.payment_url])
        expect(headers["referrer-policy"]).toBe("no-referrer")
      }
      expect(store.sandbox.checkouts.get(row!.checkout_id!)).toMatchObject({
        request: { success_url: `${url}?back=1`, cancel_url: url },
      })
      await store.sandbox.pay(row!.id, { numberOfPayments: 3 })
      expect(await outcome(row!.id)).toBe("placed")
      expect((await books(id)).owed).toBe(0)
      const before = created()
      const back = [
        await open(`${url}?back=1`),
        await open(url),
        await press(url),
      ]
      for (const answer of back) {
        expect(answer.status).toBe(200)
        expect(answer.words).toContain(ARRIVED)
        expect(answer.html).not.toContain("<button")
      }
      expect(created()).toBe(before)
    })

    it("opens what the order owes now, after other edits", async () => {
      const { id, url, reference } = await pageOpen()
      await oneMore(id)
      expect((await open(url)).words).toContain("R 866,70")
      expect((await press(url)).status).toBe(303)
      const rows = await opened(id)
      expect(rows.map(({ amount }) => amount)).toEqual([MUG, 2 * MUG])
      // The first one can be paid still.
      await oneLess(id)
      const { headers } = await press(url)
      expect(headers.location).toBe(rows[0]!.payment_url)
      await store.sandbox.pay(reference)
      expect((await open(`${url}?back=1`)).words).toContain(ARRIVED)
    })

    it("checks an earlier checkout before it opens another", async () => {
      const { id, url, reference } = await pageOpen()
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(reference)
      await store.passTime(25 * MINUTE)
      const { status, words } = await press(url)
      expect(status).toBe(200)
      expect(words).toContain(ARRIVED)
      expect(await opened(id)).toHaveLength(1)
    })

    it("says that it did not work while the service is away, and opens one later", async () => {
      const { id, url } = await linkOfOwing()
      const repair = store.sandbox.fault({ kind: "down", path: "/api" })
      const failed = await press(url)
      expect(failed.status).toBe(503)
      expect(failed.words).toContain("try again in a minute")
      repair()
      await store.passTime(MINUTE)
      expect((await press(url)).status).toBe(303)
      // What Medusa had made before the failure does not ask for a second
      // payment.
      const { collections } = await books(id)
      expect(collections.map(({ status }) => status).sort()).toEqual([
        "completed",
        "not_paid",
      ])
    })
  })

  describe("after the payment page, its page", () => {
    it("waits for a payment that is not confirmed, finds it without its callback, and takes no visitor's return for one", async () => {
      const { id, url } = await linkOfOwing()
      expect((await open(`${url}?back=1`)).html).toContain("<button")
      await press(url)
      const waiting = await open(`${url}?back=1`)
      expect(waiting.status).toBe(200)
      expect(waiting.words).toContain("waiting for the payment to be confirmed")
      expect(waiting.html).toContain('http-equiv="refresh"')
      expect(waiting.html).not.toContain("<button")
      await store.passTime(MINUTE)
      expect((await open(`${url}?back=1`)).words).toContain("waiting")
      expect((await open(url)).html).toContain("<button")
      const [row] = await opened(id)
      expect(row).toMatchObject({ status: "received" })
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(row!.id)
      await store.passTime(MINUTE)
      expect((await open(`${url}?back=1`)).words).toContain(ARRIVED)
    })

    it("says that a payment was cancelled, and lets it be tried again", async () => {
      const { id, url, reference } = await pageOpen()
      await store.sandbox.cancel(reference)
      const { words } = await open(url)
      expect(words).toContain("The last payment was not completed")
      expect((await press(url)).status).toBe(303)
      expect(await opened(id)).toHaveLength(2)
    })

    it("asks for the rest when the order was edited up while it was paid, and says what is returned when it was edited down", async () => {
      const { id, url, reference } = await pageOpen()
      await oneMore(id)
      await store.sandbox.pay(reference)
      const { words } = await open(`${url}?back=1`)
      expect(words).toContain("Since then, the order owes more")
      expect(words).toContain("R 433,35")
      expect((await press(url)).status).toBe(303)
      const rest = (await opened(id)).at(-1)!
      expect(rest).toMatchObject({ amount: MUG })
      await oneLess(id)
      await store.sandbox.pay(rest.id)
      expect(await outcome(rest.id)).toBe("returned")
      const page = await open(`${url}?back=1`)
      expect(page.words).toContain("is being returned to you")
      expect(page.html).not.toContain("<button")
      // A person looks after it when the service cannot return it.
      await tomorrowMorning(store)
      await store.runJob("refunds")
      const [sent] = store.sandbox.refundRequests.values()
      await store.sandbox.failRefund(sent!.id)
      await store.passTime(60 * MINUTE)
      await store.runJob("refunds")
      expect(await store.row(rest.id)).toMatchObject({
        outcome: "held",
        held_reason: expect.stringContaining("could not be returned"),
      })
      expect(await store.ledger.attention.read(rest.id)).toMatchObject([
        { kind: "held-payment" },
      ])
    })

    it("says that a payment has arrived while it is being recorded, and asks for nothing more", async () => {
      const { id, url, reference } = await pageOpen()
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(reference)
      await store.ledger.learning.check(await store.row(reference), "shopper")
      expect(await why(id)).toMatch(/has arrived and is not booked yet/)
      for (const answer of [await open(url), await press(url)]) {
        expect(answer.words).toContain("It is being recorded for order")
        expect(answer.html).toContain('http-equiv="refresh"')
        expect(answer.html).not.toContain("<button")
      }
      expect(await opened(id)).toHaveLength(1)
      await store.runJob("reconcile")
      expect((await open(url)).words).toContain("Nothing more has to be paid")
    })

    it("says that the shop looks after a held payment until a person has marked it as resolved, and again when it was held anew", async () => {
      store.ledger.options.unplacedPayments = "hold"
      const { id, url, reference } = await pageOpen()
      await oneLess(id)
      await store.sandbox.pay(reference)
      expect(await outcome(reference)).toBe("held")
      await oneMore(id)
      await oneMore(id)
      const isLookedAfter = async () => {
        expect(await why(id)).toContain(reference)
        for (const answer of [await open(url), await press(url)]) {
          expect(answer.words).toContain("The shop is looking after it")
          expect(answer.words).toContain("Please do not pay again")
          expect(answer.html).not.toContain("<button")
        }
        expect(await opened(id)).toHaveLength(1)
      }
      await isLookedAfter()
      const { status } = await store.adminPost(
        `/admin/instalments/attention/held-payment:${reference}/resolve`,
        { note: "Paid back by EFT, as agreed with Thandi." }
      )
      expect(status).toBe(200)
      await store.passTime(2 * DAY_MS)
      expect(await why(id)).toBeNull()
      await oneLess(id)
      await oneLess(id)
      const again = `/admin/instalments/checkouts/${reference}/settle`
      await store.adminPost(again)
      await oneMore(id)
      await isLookedAfter()
    })

    it("lets an order be paid that was edited after a held payment of it was resolved", async () => {
      store.ledger.options.unplacedPayments = "hold"
      const { id, url, reference } = await pageOpen()
      await oneLess(id)
      await store.sandbox.pay(reference)
      await store.adminPost(
        `/admin/instalments/attention/held-payment:${reference}/resolve`,
        { note: "Paid back by EFT, as agreed with Thandi." }
      )
      await store.passTime(2 * DAY_MS)
      expect((await open(url)).words).toContain("Nothing has to be paid")
      await oneMore(id)
      expect((await open(url)).words).toContain("Pay for order")
      expect((await press(url)).status).toBe(303)
      const later = (await opened(id)).find((row) => row.id !== reference)!
      await store.sandbox.pay(later.id)
      expect(await outcome(later.id)).toBe("placed")
      expect(await books(id)).toMatchObject({ owed: 0 })
      expect(await outcome(reference)).toBe("held")
    })

    it("leads nobody to pay twice: of two pages that both are paid one is booked, the other is returned", async () => {
      const { id, url } = await linkOfOwing()
      const first = await press(url)
      await store.passTime(21 * MINUTE)
      const second = await press(await linkTo(id))
      expect(second.headers.location).not.toBe(first.headers.location)
      const rows = await opened(id)
      await Promise.all(rows.map((row) => store.sandbox.pay(row.id)))
      await store.runJob("reconcile")
      const ends = (await opened(id)).map(({ outcome }) => outcome)
      expect(ends.sort()).toEqual(["placed", "returned"])
      const { owed, booked } = await books(id)
      expect({ owed, booked: booked.length }).toEqual({ owed: 0, booked: 2 })
      expect((await open(url)).html).not.toContain("<button")
    })

    it("does not say that nothing was charged when the ledger cannot be read", async () => {
      const { url, reference } = await pageOpen()
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(reference)
      await store.passTime(MINUTE)
      const { db } = store
      await db.raw("alter table instalments_checkout rename to away")
      const pages = []
      try {
        pages.push(
          await open(`${url}?back=1`),
          await open(url),
          await press(url)
        )
      } finally {
        await db.raw("alter table away rename to instalments_checkout")
      }
      for (const { status, words } of pages) {
        expect(status).toBe(503)
        expect(words).not.toContain("Nothing was charged")
        expect(words).toMatch(/do not pay again/)
      }
      expect((await open(`${url}?back=1`)).words).toContain(ARRIVED)
    })

    it("says that a payment was refunded, and only a new one that it takes then can be refunded", async () => {
      const { id, url, reference } = await pageOpen()
      await store.sandbox.pay(reference)
      await tomorrowMorning(store)
      const { payments } = await books(id)
      const payment = payments.find(({ data }) => data.reference === reference)!
      expect((await refund(payment, MORE)).status).toBe(200)
      await runs()
      expect(await books(id)).toMatchObject({ owed: 0 })
      expect(await why(id)).toMatch(/owes nothing/)
      expect((await open(url)).words).toContain("Your payment was refunded")
      await oneMore(id)
      expect((await press(url)).status).toBe(303)
      const later = (await opened(id)).at(-1)!
      expect(later).toMatchObject({ amount: MUG })
      await store.sandbox.pay(later.id)
      expect(await outcome(later.id)).toBe("placed")
      expect(await books(id)).toMatchObject({ owed: 0 })
      await tomorrowMorning(store)
      expect((await cancel({ id })).status).toBe(200)
      await runs()
      expect(atService().sort()).toEqual([139_955, MUG, MUG])
    })
  })
})
