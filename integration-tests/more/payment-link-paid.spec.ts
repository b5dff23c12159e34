import { balanceActions } from "../harness/balance-actions"
import { tomorrowMorning } from "../harness/calendar"
import { DAY_MS, linkActions, MUG } from "../harness/link-actions"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

/** The button of a payment link's page, and the page after the payment. */
withStore((store) => {
  const { linkTo, linkOfOwing, why, ...actions } = linkActions(store)
  const { open, press, oneMore, oneLess, created, opened } = actions
  const { books, choose, collection } = balanceActions(store)
  const { refund, cancel, runs, atService } = refundActions(store)
  const MORE = MUG / 100

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

    it("redirects to the same payment page when it is pressed again, and by another link", async () => {
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
      const { id, url } = await linkOfOwing()
      await press(url)
      await oneMore(id)
      expect((await open(url)).words).toContain("R 866,70")
      expect((await press(url)).status).toBe(303)
      const rows = await opened(id)
      expect(rows.map(({ amount }) => amount)).toEqual([MUG, 2 * MUG])
      // The first one can be paid still.
      await oneLess(id)
      const { headers } = await press(url)
      expect(headers.location).toBe(rows[0]!.payment_url)
      await store.sandbox.pay(rows[0]!.id)
      expect((await open(`${url}?back=1`)).words).toContain(
        "Your payment has arrived"
      )
    })

    it("checks an earlier checkout before it opens another", async () => {
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
      const { id, url } = await linkOfOwing()
      const repair = store.sandbox.fault({ kind: "down", path: "/api" })
      const failed = await press(url)
      expect(failed.status).toBe(503)
      expect(failed.words).toContain("try again in a minute")
      repair()
      await store.passTime(60_000)
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

  describe("after the payment", () => {
    it("says that it has arrived, and no second payment is possible", async () => {
      const { id, url } = await linkOfOwing()
      await press(url)
      const [row] = await opened(id)
      await store.sandbox.pay(row!.id, { numberOfPayments: 3 })
      expect(await store.row(row!.id)).toMatchObject({ outcome: "placed" })
      expect((await books(id)).owed).toBe(0)
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

    it("does not take a visitor's return for a payment", async () => {
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
      const { id, url } = await linkOfOwing()
      await press(url)
      const [row] = await opened(id)
      await oneMore(id)
      await store.sandbox.pay(row!.id)
      const { words } = await open(`${url}?back=1`)
      expect(words).toContain("Since then, the order owes more")
      expect(words).toContain("R 433,35")
      expect((await press(url)).status).toBe(303)
      expect((await opened(id)).at(-1)).toMatchObject({ amount: MUG })
    })

    it("says that it is returned when the order no longer owed it", async () => {
      const { id, url } = await linkOfOwing()
      await press(url)
      const [row] = await opened(id)
      await oneLess(id)
      await store.sandbox.pay(row!.id)
      expect(await store.row(row!.id)).toMatchObject({ outcome: "returned" })
      const { words, html } = await open(`${url}?back=1`)
      expect(words).toContain("is being returned to you")
      expect(html).not.toContain("<button")
    })

    it("is held for a person when the service cannot return it", async () => {
      const { id, url } = await linkOfOwing()
      await press(url)
      const [row] = await opened(id)
      await oneLess(id)
      await store.sandbox.pay(row!.id)
      expect(await store.row(row!.id)).toMatchObject({ outcome: "returned" })
      await tomorrowMorning(store)
      await store.runJob("refunds")
      const [refund] = store.sandbox.refundRequests.values()
      await store.sandbox.failRefund(refund!.id)
      await store.passTime(60 * 60_000)
      await store.runJob("refunds")
      expect(await store.row(row!.id)).toMatchObject({
        outcome: "held",
        held_reason: expect.stringContaining("could not be returned"),
      })
      expect(await store.ledger.attention.read(row!.id)).toMatchObject([
        { kind: "held-payment" },
      ])
    })

    it("is held for a person when the merchant withdraws its return", async () => {
      const { id, url } = await linkOfOwing()
      await press(url)
      const [row] = await opened(id)
      await oneLess(id)
      await store.sandbox.pay(row!.id)
      const [request] = await store.ledger.listRefundRequests({})
      const path = `/admin/instalments/refund-requests/${request!.id}/withdraw`
      expect((await store.adminPost(path)).status).toBe(200)
      expect(await store.row(row!.id)).toMatchObject({ outcome: "held" })
    })

    it("says that it has arrived while it is being recorded, and asks for nothing more", async () => {
      const { id, url } = await linkOfOwing()
      await press(url)
      const [row] = await opened(id)
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(row!.id)
      await store.ledger.learning.check(row!, "shopper")
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

    it("says that the shop looks after one that is held, though the order owes more since", async () => {
      store.ledger.options.unplacedPayments = "hold"
      try {
        const { id, url } = await linkOfOwing()
        await press(url)
        const [row] = await opened(id)
        await oneLess(id)
        await store.sandbox.pay(row!.id)
        expect(await store.row(row!.id)).toMatchObject({ outcome: "held" })
        await oneMore(id)
        await oneMore(id)
        expect(await why(id)).toContain(row!.id)
        for (const answer of [await open(url), await press(url)]) {
          expect(answer.words).toContain("The shop is looking after it")
          expect(answer.words).toContain("Please do not pay again")
          expect(answer.html).not.toContain("<button")
        }
        expect(await opened(id)).toHaveLength(1)
      } finally {
        store.ledger.options.unplacedPayments = "refund"
      }
    })

    describe("that is held and marked as resolved", () => {
      /** A payment that its order no longer owed, and that went back by EFT. */
      async function resolved() {
        store.ledger.options.unplacedPayments = "hold"
        const { id, url } = await linkOfOwing()
        await press(url)
        const [row] = await opened(id)
        await oneLess(id)
        await store.sandbox.pay(row!.id)
        expect(await store.row(row!.id)).toMatchObject({ outcome: "held" })
        const { status } = await store.adminPost(
          `/admin/instalments/attention/held-payment:${row!.id}/resolve`,
          { note: "Paid back by EFT, as agreed with Thandi." }
        )
        expect(status).toBe(200)
        await store.passTime(2 * DAY_MS)
        return { id, url, reference: row!.id }
      }

      it("does not keep its order from being paid after a later edit", async () => {
        const { id, url, reference } = await resolved()
        expect((await open(url)).words).toContain("Nothing has to be paid")
        await oneMore(id)
        expect(await why(id)).toBeNull()
        expect((await open(url)).words).toContain("Pay for order")
        expect((await press(url)).status).toBe(303)
        const later = (await opened(id)).find((row) => row.id !== reference)!
        await store.sandbox.pay(later.id)
        expect(await store.row(later.id)).toMatchObject({ outcome: "placed" })
        expect(await books(id)).toMatchObject({ owed: 0 })
        expect(await store.row(reference)).toMatchObject({ outcome: "held" })
      })

      it("does so again when a person had it tried again, and it was held anew", async () => {
        const { id, url, reference } = await resolved()
        await store.adminPost(
          `/admin/instalments/checkouts/${reference}/settle`
        )
        await oneMore(id)
        expect(await why(id)).toContain(reference)
        expect((await press(url)).words).toContain("Please do not pay again")
        expect(await opened(id)).toHaveLength(1)
      })
    })

    it("by two pages that both could be paid: one is booked, the other is returned", async () => {
      const { id, url } = await linkOfOwing()
      const first = await press(url)
      await store.passTime(21 * 60_000)
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

    it("by the link and by the order's payment collection at once: one is booked", async () => {
      const { id, url } = await linkOfOwing()
      await press(url)
      const { id: collectionId } = await collection(id)
      const chosen = await choose(collectionId, {
        success_url: "http://localhost:8000/za/other",
      })
      expect(chosen.status).toBe(200)
      const rows = await opened(id)
      await Promise.all(rows.map((row) => store.sandbox.pay(row.id)))
      await store.runJob("reconcile")
      const ends = (await opened(id)).map(({ outcome }) => outcome)
      expect(ends.filter((one) => one === "placed")).toHaveLength(1)
      expect((await books(id)).owed).toBe(0)
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

    it("does not say that nothing was charged when the ledger cannot be read", async () => {
      const { id, url } = await linkOfOwing()
      await press(url)
      const [row] = await opened(id)
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(row!.id)
      await store.passTime(60_000)
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
      expect((await open(`${url}?back=1`)).words).toContain(
        "Your payment has arrived"
      )
    })

    it("says that a payment was refunded, and does not thank for it", async () => {
      const { id, url } = await linkOfOwing()
      await press(url)
      const [row] = await opened(id)
      await store.sandbox.pay(row!.id)
      await tomorrowMorning(store)
      const { payments } = await books(id)
      const payment = payments.find(({ data }) => data.reference === row!.id)!
      expect((await refund(payment, MORE)).status).toBe(200)
      await runs()
      expect(await books(id)).toMatchObject({ owed: 0 })
      expect(await why(id)).toMatch(/owes nothing/)
      expect((await open(url)).words).toContain("Your payment was refunded")
      // Owed again, and paid again: only the new payment can be refunded.
      await oneMore(id)
      expect((await press(url)).status).toBe(303)
      const later = (await opened(id)).at(-1)!
      expect(later).toMatchObject({ amount: MUG })
      await store.sandbox.pay(later.id)
      expect(await store.row(later.id)).toMatchObject({ outcome: "placed" })
      expect(await books(id)).toMatchObject({ owed: 0 })
      await tomorrowMorning(store)
      expect((await cancel({ id })).status).toBe(200)
      await runs()
      expect(atService().sort()).toEqual([139_955, MUG, MUG])
    })
  })
})
