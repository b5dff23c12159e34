import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { sealLink } from "../../src/modules/instalments/domain/link-token"
import { OrderDesk } from "../store/order-desk"
import { ShopFloor } from "../store/shop-floor"
import { withStore } from "../store/with-store"

const DAY_MS = 86_400_000
/** What one more mug comes to, in cents. */
const MUG = 43_335

withStore((store) => {
  const adminPath = (id: string) =>
    `/admin/instalments/orders/${id}/payment-link`
  const created = () => store.sandbox.journal.counts["POST /api/checkouts"] ?? 0

  /** Asks for a page as a browser does, which follows nothing by itself. */
  async function ask(method: "GET" | "POST", url: string) {
    const { status, data, headers } = await store.api.request({
      ...{ method, url, maxRedirects: 0, validateStatus: () => true },
      // A form without fields.
      ...(method === "POST" && {
        data: "",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      }),
    })
    // As a person reads it: without the marks, each space one space.
    const words = String(data)
      .replace(/<style>[^]*?<\/style>|<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
    return { status, html: String(data), words, headers }
  }
  const open = (url: string) => ask("GET", url)
  const press = (url: string) => ask("POST", url)

  /** A paid order to which a mug was added: it owes for that one. */
  async function owing() {
    const { order } = await store.buy()
    const desk = new OrderDesk(store, order.id)
    await oneMore(desk)
    return { id: order.id, desk }
  }

  async function oneMore(desk: OrderDesk) {
    expect(await desk.beginEdit(1)).toBe(true)
    expect(await desk.confirmEdit()).toBe(true)
  }

  async function oneLess(desk: OrderDesk) {
    expect(await desk.beginEdit(-1)).toBe(true)
    expect(await desk.confirmEdit()).toBe(true)
  }

  async function linkTo(id: string): Promise<string> {
    const { status, data } = await store.adminPost(adminPath(id))
    expect([status, data.message]).toEqual([200, undefined])
    return data.payment_link.url
  }

  async function linkOfOwing() {
    const { id, desk } = await owing()
    return { id, desk, url: await linkTo(id) }
  }

  /** The checkouts that were opened for what an order owes, the first one first. */
  const opened = (order_id: string) =>
    store.ledger.listCheckouts(
      { order_id, cart_id: null },
      { order: { opened_at: "ASC" } }
    )

  async function why(id: string) {
    const asked = await store.adminGet(adminPath(id))
    expect(asked.status).toBe(200)
    const { reason } = asked.data.balance
    const made = await store.adminPost(adminPath(id))
    const refused = made.status === 409 ? made.data.message : null
    expect(refused).toBe(reason)
    return reason
  }

  describe("a link", () => {
    it("is made for what an edited order owes, until the day that the option says", async () => {
      const { id } = await owing()
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

    it("is not made of an order that there is not", async () => {
      const { status, data } = await store.adminPost(adminPath("order_none"))
      expect(status).toBe(404)
      expect(data.message).toContain("order_none")
    })

    it("is not made of what is paid, and the reason is said", async () => {
      const { order } = await store.buy()
      expect(await why(order.id)).toContain("owes nothing")
    })

    it("is not made of a cancelled order", async () => {
      const { id } = await owing()
      await cancelOrderWorkflow(store.container).run({
        input: { order_id: id },
      })
      expect(await why(id)).toContain("is cancelled")
    })

    it("is not made where the region has no instalments", async () => {
      const { id } = await owing()
      await new ShopFloor(store).accept(["pp_system_default"])
      expect(await why(id)).toContain("not enabled in the region")
    })

    it("is not made of an amount outside the service's bands", async () => {
      const { id } = await owing()
      await bands([{ from_amount: 100_000, to_amount: 200_000, terms: [3] }])
      expect(await why(id)).toMatch(
        /owes R\s433,35, and instalments are offered for amounts from R\s1\s000,00 to R\s2\s000,00/
      )
    })

    it("is not made of an order without an e-mail address", async () => {
      const { id } = await owing()
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

    it("is not kept, not framed, and tells its address to nobody", async () => {
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

    it("is unknown when the token is anything else: 404 without a look into the database", async () => {
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
      const { id, desk, url } = await linkOfOwing()
      await oneLess(desk)
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

  describe("its button", () => {
    it("opens a checkout of what is owed, and leads to its payment page", async () => {
      const { id, url } = await linkOfOwing()
      const { status, headers } = await press(url)
      expect(status).toBe(303)
      expect(headers["referrer-policy"]).toBe("no-referrer")
      const [row, ...others] = await opened(id)
      expect(others).toEqual([])
      expect(row).toMatchObject({ amount: MUG, payment_url: headers.location })
      expect(store.sandbox.checkouts.get(row!.checkout_id!)).toMatchObject({
        request: { success_url: `${url}?back=1`, cancel_url: url },
      })
    })

    it("leads to the same payment page when it is pressed again, and by another link", async () => {
      const { id, url } = await linkOfOwing()
      const first = await press(url)
      const again = await press(url)
      const other = await press(await linkTo(id))
      expect([again, other].map(({ headers }) => headers.location)).toEqual([
        first.headers.location,
        first.headers.location,
      ])
      expect(await opened(id)).toHaveLength(1)
    })

    it("opens one checkout when it is pressed in several tabs at once", async () => {
      const { id, url } = await linkOfOwing()
      const answers = await Promise.all([press(url), press(url), press(url)])
      expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
      expect(await opened(id)).toHaveLength(1)
    })

    it("opens what the order owes now, after another edit", async () => {
      const { id, desk, url } = await linkOfOwing()
      await press(url)
      await oneMore(desk)
      expect((await open(url)).words).toContain("R 866,70")
      expect((await press(url)).status).toBe(303)
      const rows = await opened(id)
      expect(rows.map(({ amount }) => amount)).toEqual([MUG, 2 * MUG])
      // The first one can be paid still.
      await oneLess(desk)
      const { headers } = await press(url)
      expect(headers.location).toBe(rows[0]!.payment_url)
      await store.sandbox.pay(rows[0]!.id)
      expect((await open(`${url}?back=1`)).words).toContain(
        "Your payment has arrived"
      )
    })

    it("asks about an earlier checkout before it opens another", async () => {
      const { id, url } = await linkOfOwing()
      await press(url)
      const [row] = await opened(id)
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(row!.id)
      await store.passTime(25 * 60_000)
      const { status, words } = await press(url)
      expect(status).toBe(200)
      expect(words).toContain("Your payment has arrived")
      expect(await opened(id)).toHaveLength(1)
    })

    it("says that it did not work while the service is away, and opens one later", async () => {
      const { url } = await linkOfOwing()
      const mend = store.sandbox.fault({ kind: "down", path: "/api" })
      const failed = await press(url)
      expect(failed.status).toBe(503)
      expect(failed.words).toContain("try again in a minute")
      mend()
      await store.passTime(60_000)
      expect((await press(url)).status).toBe(303)
    })
  })

  describe("after the payment", () => {
    it("says that it has arrived, and no second payment is possible", async () => {
      const { id, desk, url } = await linkOfOwing()
      await press(url)
      const [row] = await opened(id)
      await store.sandbox.pay(row!.id, { numberOfPayments: 3 })
      expect(await store.row(row!.id)).toMatchObject({ outcome: "placed" })
      const seen = await desk.look()
      expect(seen?.summary.pending_difference).toBe(0)
      const before = created()
      for (const answer of [
        await open(`${url}?back=1`),
        await open(url),
        await press(url),
      ]) {
        expect(answer.status).toBe(200)
        expect(answer.words).toContain("Your payment has arrived")
        expect(answer.html).not.toContain("<button")
      }
      expect(created()).toBe(before)
    })

    it("leads the browser back to the link's page", async () => {
      const { id, url } = await linkOfOwing()
      await press(url)
      const [row] = await opened(id)
      await store.sandbox.pay(row!.id)
      const { body } = await store.sandbox.sendCallback(row!.id)
      expect(JSON.stringify(body)).toContain(`${url}?back=1`)
    })

    it("waits for one that is not confirmed, and finds it without its callback", async () => {
      const { id, url } = await linkOfOwing()
      await press(url)
      const waiting = await open(`${url}?back=1`)
      expect(waiting.status).toBe(200)
      expect(waiting.words).toContain("waiting for the payment to be confirmed")
      expect(waiting.html).toContain('http-equiv="refresh"')
      expect(waiting.html).not.toContain("<button")
      const [row] = await opened(id)
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(row!.id)
      await store.passTime(60_000)
      expect((await open(`${url}?back=1`)).words).toContain(
        "Your payment has arrived"
      )
    })

    it("believes no visitor who says that he comes back", async () => {
      const { id, url } = await linkOfOwing()
      expect((await open(`${url}?back=1`)).html).toContain("<button")
      await press(url)
      await store.passTime(60_000)
      expect((await open(`${url}?back=1`)).words).toContain("waiting")
      expect((await open(url)).html).toContain("<button")
      expect((await opened(id))[0]).toMatchObject({ status: "received" })
    })

    it("can be tried again after it was cancelled", async () => {
      const { id, url } = await linkOfOwing()
      await press(url)
      const [row] = await opened(id)
      await store.sandbox.cancel(row!.id)
      const { words } = await open(url)
      expect(words).toContain("The last payment was not completed")
      expect((await press(url)).status).toBe(303)
      expect(await opened(id)).toHaveLength(2)
    })

    it("asks for the rest when the order was edited up while it was paid", async () => {
      const { id, desk, url } = await linkOfOwing()
      await press(url)
      const [row] = await opened(id)
      await oneMore(desk)
      await store.sandbox.pay(row!.id)
      const { words } = await open(`${url}?back=1`)
      expect(words).toContain("Since then, the order owes more")
      expect(words).toContain("R 433,35")
      expect((await press(url)).status).toBe(303)
      expect((await opened(id)).at(-1)).toMatchObject({ amount: MUG })
    })

    it("says that it goes back when the order no longer owed it", async () => {
      const { id, desk, url } = await linkOfOwing()
      await press(url)
      const [row] = await opened(id)
      await oneLess(desk)
      await store.sandbox.pay(row!.id)
      expect(await store.row(row!.id)).toMatchObject({ outcome: "returned" })
      const { words, html } = await open(`${url}?back=1`)
      expect(words).toContain("is being returned to you")
      expect(html).not.toContain("<button")
    })

    it("tells of it for a day after the link has ended", async () => {
      const { id, url } = await linkOfOwing()
      await store.passTime(7 * DAY_MS - 60_000)
      await press(url)
      const [row] = await opened(id)
      await store.sandbox.pay(row!.id)
      await store.passTime(120_000)
      expect((await open(`${url}?back=1`)).words).toContain(
        "Your payment has arrived"
      )
    })
  })

  async function bands(
    rules: { from_amount: number; to_amount: number; terms: number[] }[]
  ) {
    store.sandbox.set({ rules })
    await store.ledger.config.refresh()
  }
})
