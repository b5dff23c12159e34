import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { sealLink } from "../../src/modules/instalments/domain/link-token"
import { openAbroad } from "../harness/abroad"
import { balanceActions } from "../harness/balance-actions"
import { DAY_MS, linkActions, MUG } from "../harness/link-actions"
import { ShopSettings } from "../harness/shop-settings"
import { withStore } from "../harness/with-store"

/** The link itself, and what its page says before anything is paid. */
withStore((store) => {
  const { adminPath, owing, linkTo, linkOfOwing, why, ...actions } =
    linkActions(store)
  const { open, press, oneLess, created, opened } = actions
  const balances = balanceActions(store)
  /** A provider of another plugin's. */
  const OTHER = "pp_other_other"

  describe("a link", () => {
    it("is made for what an edited order owes, until the day that the option says", async () => {
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
      expect(url).toMatch(
        new RegExp(
          `^${store.ledger.options.backendUrl}/instalments/pay/[\\w-]+$`
        )
      )
      const lasts = Date.parse(expires_at) - before
      expect(lasts).toBeGreaterThan(7 * DAY_MS - 5_000)
      expect(lasts).toBeLessThanOrEqual(7 * DAY_MS + 5_000)
      expect(url).not.toContain(id)
    })

    it("is not made for an order that does not exist", async () => {
      const { status, data } = await store.adminPost(adminPath("order_none"))
      expect(status).toBe(404)
      expect(data.message).toContain("order_none")
    })

    it("is not made for a paid order, and the reason is given", async () => {
      const { order } = await store.buy()
      expect(await why(order.id)).toContain("owes nothing")
    })

    it("is not made while the payment of the order's cart is still to become an order", async () => {
      const id = await owing()
      // The state after a process was killed while core completed the cart.
      await store
        .db("instalments_checkout")
        .where({ order_id: id })
        .update({ outcome: "open", order_id: null })
      expect(await why(id)).toMatch(/has arrived and is not booked yet/)
    })

    it("is not made of a cancelled order", async () => {
      const id = await owing()
      await cancelOrderWorkflow(store.container).run({
        input: { order_id: id },
      })
      expect(await why(id)).toContain("is cancelled")
    })

    it("is not made where the region has no instalments", async () => {
      const id = await owing()
      await new ShopSettings(store).accept(["pp_system_default"])
      expect(await why(id)).toContain("not enabled in the region")
    })

    it("is not made of an amount outside the service's bands", async () => {
      const id = await owing()
      await bands([{ from_amount: 100_000, to_amount: 200_000, terms: [3] }])
      expect(await why(id)).toMatch(
        /owes R\s433,35, and instalments are offered for amounts from R\s1\s000,00 to R\s2\s000,00/
      )
    })

    it("is not made of an order in another currency", async () => {
      const id = await balances.draft({ region_id: await openAbroad(store) })
      await balances.convert(id)
      expect(await why(id)).toMatch(
        /is in USD, and instalments are paid in ZAR/
      )
    })

    it("is not made of what another provider has authorised and may capture", async () => {
      const id = await owing()
      await balances.authorise(await balances.collection(id), OTHER)
      expect(await why(id)).toMatch(
        /authorised and not captured \(pp_other_other\)\. Capture it, or have it cancelled by its provider/
      )
    })

    it("replaces a payment by hand that is only noted, because that holds no money", async () => {
      const id = await owing()
      await balances.authorise(await balances.collection(id))
      expect(await why(id)).toBeNull()
      expect((await press(await linkTo(id))).status).toBe(303)
      const [row] = await opened(id)
      await store.sandbox.pay(row!.id)
      const { owed, payments, booked } = await balances.books(id)
      expect({ owed, booked: booked.length }).toEqual({ owed: 0, booked: 2 })
      expect(payments.filter((one) => one.canceled_at)).toHaveLength(1)
    })

    it("is not made of a draft, and the page of one says that it is not confirmed", async () => {
      const id = await balances.draft()
      expect(await why(id)).toMatch(/is a draft\. Convert it to an order/)
      const { backendUrl, signingSecret } = store.ledger.options
      const expires_at = new Date(store.ledger.now() + DAY_MS)
      const token = sealLink({ order_id: id, expires_at }, signingSecret[0]!)
      const url = `${backendUrl}/instalments/pay/${token}`
      for (const answer of [await open(url), await press(url)]) {
        expect(answer.status).toBe(200)
        expect(answer.words).toContain("is not confirmed yet")
        expect(answer.html).not.toContain("<button")
      }
      expect(await opened(id)).toEqual([])
      await balances.convert(id)
      expect((await press(url)).status).toBe(303)
    })

    it("is not made of an order without an e-mail address", async () => {
      const id = await owing()
      await store.container
        .resolve(Modules.ORDER)
        .updateOrders(id, { email: null as unknown as string })
      expect(await why(id)).toContain("no e-mail address")
    })
  })

  describe("its page", () => {
    it("says the shop, the order, the amount and what it is a month", async () => {
      const stores = store.container.resolve(Modules.STORE)
      const [shop] = await stores.listStores()
      await stores.updateStores(shop!.id, { name: "Fynbos & <Co>" })
      const { id, url } = await linkOfOwing()
      const { data } = await store.adminGet(`/admin/orders/${id}`)
      const { status, words, html } = await open(url)
      expect(status).toBe(200)
      expect(html).toContain("<header>Fynbos &amp; &lt;Co&gt;</header>")
      expect(words).toContain(`Pay for order ${data.order.display_id}`)
      expect(words).toContain("R 433,35")
      expect(words).toMatch(/3 monthly payments of about R 144,45/)
      expect(html).toMatch(/<form method="post"/)
    })

    it("names the order by the shop's own number, and so do the payment page and the merchant's reasons", async () => {
      const { id, url } = await linkOfOwing()
      const custom_display_id = "PRO-2026-0117"
      await store.db("order").where({ id }).update({ custom_display_id })
      expect((await open(url)).words).toContain("Pay for order PRO-2026-0117")
      await press(url)
      const [row] = await opened(id)
      expect(
        store.sandbox.checkouts.get(row!.checkout_id!)!.request.line_items
      ).toMatchObject([{ name: "Order PRO-2026-0117, balance" }])
      await store.sandbox.pay(row!.id)
      expect(await why(id)).toContain("Order PRO-2026-0117 owes nothing")
      const { createInstalments } =
        await import("../../src/storefront/index.js")
      const shop = createInstalments({
        baseUrl: store.api.defaults.baseURL!,
        publishableKey: String(store.shop.headers["x-publishable-api-key"]),
      })
      expect(await shop.balance(id)).toMatchObject({
        displayId: custom_display_id,
      })
    })

    it("opens no checkout and no session, however often a crawler asks", async () => {
      const { id, url } = await linkOfOwing()
      const before = created()
      for (let time = 0; time < 3; time++) {
        await open(url)
        await open(`${url}?back=1`)
        await store.api.head(url)
      }
      expect(created()).toBe(before)
      expect(await opened(id)).toEqual([])
      const sessions = await store.container
        .resolve(Modules.PAYMENT)
        .listPaymentSessions({})
      // The one that the cart was paid by.
      expect(sessions).toHaveLength(1)
    })

    it("is never cached or framed, and its address is in no referrer", async () => {
      const { url } = await linkOfOwing()
      const { headers } = await open(url)
      expect(headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "x-robots-tag": "noindex",
      })
      expect(headers["content-security-policy"]).toMatch(
        /^default-src 'none'; .*frame-ancestors 'none'$/
      )
    })

    it("ends: 410, and its button opens nothing", async () => {
      const { id, url } = await linkOfOwing()
      await store.passTime(7 * DAY_MS + 1_000)
      for (const answer of [await open(url), await press(url)]) {
        expect(answer.status).toBe(410)
        expect(answer.words).toContain("This link has ended")
      }
      await store.passTime(2 * DAY_MS)
      expect((await open(url)).status).toBe(410)
      expect(await opened(id)).toEqual([])
    })

    it("is unknown when the token is anything else: 404 without reading the database", async () => {
      const { id, url } = await linkOfOwing()
      const token = url.split("/").at(-1)!
      const other = sealLink(
        { order_id: id, expires_at: new Date(Date.now() + DAY_MS) },
        "another-signing-secret"
      )
      const flipped = token.startsWith("A") ? "B" : "A"
      const read = jest.spyOn(store.ledger, "listCheckouts")
      for (const wrong of [`${flipped}${token.slice(1)}`, other, id, "none"]) {
        const address = url.replace(token, wrong)
        for (const answer of [await open(address), await press(address)]) {
          expect(answer.status).toBe(404)
          expect(answer.words).toContain("This link is not known")
        }
      }
      expect(read).not.toHaveBeenCalled()
    })

    it("is unknown when its order was deleted", async () => {
      const { id, url } = await linkOfOwing()
      await store.container.resolve(Modules.ORDER).softDeleteOrders([id])
      expect((await open(url)).status).toBe(404)
    })

    it("says that an order is cancelled, and charges nothing", async () => {
      const { id, url } = await linkOfOwing()
      await cancelOrderWorkflow(store.container).run({
        input: { order_id: id },
      })
      for (const answer of [await open(url), await press(url)]) {
        expect(answer.status).toBe(200)
        expect(answer.words).toContain("is cancelled")
        expect(answer.html).not.toContain("<button")
      }
      expect(await opened(id)).toEqual([])
    })

    it("says that nothing is owed any more, after the edit was taken back by another", async () => {
      const { id, url } = await linkOfOwing()
      await oneLess(id)
      for (const answer of [await open(url), await press(url)]) {
        expect(answer.status).toBe(200)
        expect(answer.words).toContain("Nothing has to be paid")
      }
      expect(await opened(id)).toEqual([])
    })

    it("says it in words when the amount is outside the bands", async () => {
      const { url } = await linkOfOwing()
      await bands([{ from_amount: 100, to_amount: 200, terms: [3] }])
      const { status, words, html } = await open(url)
      expect(status).toBe(200)
      expect(words).toContain("cannot be paid in instalments")
      expect(html).not.toContain("<button")
    })

    it("is answered 429 when it is asked for very often, and others are not", async () => {
      const { url } = await linkOfOwing()
      const { url: other } = await linkOfOwing()
      const statuses = new Set<number>()
      for (let time = 0; time < 31; time++) {
        const { status, headers } = await open(url)
        statuses.add(status)
        if (status === 429) {
          expect(Number(headers["retry-after"])).toBeGreaterThan(0)
        }
      }
      expect([...statuses]).toEqual([200, 429])
      expect((await open(other)).status).toBe(200)
    })
  })

  async function bands(
    rules: { from_amount: number; to_amount: number; terms: number[] }[]
  ) {
    store.sandbox.set({ rules })
    await store.ledger.config.refresh()
  }
})
