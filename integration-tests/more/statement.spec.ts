import { dateOf, dayOf } from "../../src/modules/instalments/domain/calendar"
import type {
  StatementAnswer,
  StatementLine,
  StatementLinesAnswer,
} from "../../src/api/admin/instalments/answers"
import { balanceActions } from "../harness/balance-actions"
import { tomorrowMorning, ZONE } from "../harness/calendar"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

const ROOT = "/admin/instalments/statement"
const DAY_MS = 86_400_000
/** Three mugs and their delivery, and a mug more, in cents. */
const PAID = 139_955
const MUG = 43_335

/** A month of the store, for the accountant. */
withStore((store) => {
  const { boughtAndEdited, begin } = balanceActions(store)
  const { refund, requests, runs } = refundActions(store)
  const today = () => dateOf(dayOf(store.ledger.now(), ZONE))
  const month = () => today().slice(0, 7)

  /** All that is done in a test is done in one month. */
  beforeEach(async () => {
    const date = Number(today().slice(8))
    await store.passTime(((date <= 10 ? 10 : 40) - date) * DAY_MS)
    await store.ledger.config.refresh()
    // What ends at the service ends when a test says so.
    store.sandbox.set({ refunds: { approveAfterMs: 100 * DAY_MS } })
  })
  afterEach(() => {
    store.ledger.options.unplacedPayments = "refund"
  })

  async function read(path: string) {
    const { status, data } = await store.adminGet(`${ROOT}${path}`)
    expect([path, status, data.message]).toEqual([path, 200, undefined])
    return data
  }
  const statement = async (of = month()) => {
    const { statement: read_ } = (await read(`?month=${of}`)) as StatementAnswer
    return read_
  }
  const lines = (query = "") =>
    read(`/lines?limit=500${query}`) as Promise<StatementLinesAnswer>
  const lineOf = async (reference: string) => {
    const { lines: all } = await lines()
    return all.find(({ id }) => id === reference)!
  }
  const said = ({ differences }: Pick<StatementLine, "differences">) =>
    differences.map(({ text }) => text.replaceAll("\u00a0", " "))

  /** A payment whose cart changed while it was paid: no order can be placed. */
  async function unplaced(what: "hold" | "refund") {
    store.ledger.options.unplacedPayments = what
    store.sandbox.set({ callbacks: { mode: "never" } })
    const checkout = await store.beginCheckout()
    await store.sandbox.pay(checkout.reference)
    const more = { variant_id: store.shop.variantId, quantity: 1 }
    await store.post(`/store/carts/${checkout.cartId}/line-items`, more)
    await store.deliver({
      client_reference_id: checkout.reference,
      status: "successful",
      number_of_payments: 3,
    })
    store.sandbox.set({ callbacks: { mode: "normal" } })
    return checkout.reference
  }

  it("adds up everything that can happen to a payment, and shows each in the three sources", async () => {
    const kept = await store.buy()
    const { order } = await boughtAndEdited()
    const balance = await begin(order.id)
    await store.sandbox.pay(balance.reference)
    const returned = await unplaced("refund")
    const held = await unplaced("hold")
    await tomorrowMorning(store)
    await refund(kept.payment, 100.5)
    await refund(kept.payment, 50)
    await refund(kept.payment, 20)
    await store.runJob("refunds")
    const atService = async (cents: number) => {
      const row = (await requests()).find(({ amount }) => amount === cents)
      return String(row!.refund_request_id)
    }
    await store.sandbox.completeRefund(await atService(10_050))
    await store.sandbox.completeRefund(await atService(PAID))
    await store.sandbox.failRefund(await atService(5_000))
    await runs()

    const month = await statement()
    const sums = {
      opening: { unplaced: 0, under_way: 0 },
      paid: { count: 5, amount: 4 * PAID + MUG },
      placed: { count: 3, amount: 2 * PAID + MUG },
      returned: { count: 1, amount: PAID },
      filed: { count: 3, amount: 17_050 },
      in_vain: { count: 1, amount: 5_000 },
      refunded: { count: 1, amount: 10_050 },
      closing: { unplaced: PAID, under_way: 2_000 },
    }
    expect(month).toMatchObject({ currency: "ZAR", is_over: false, ...sums })
    expect(month.days.filter(({ paid }) => paid.count > 0)).toHaveLength(1)
    const { lines: all, apart, compared, next, sums: sources } = await lines()
    expect([all.length, compared, apart, next]).toEqual([5, 5, [], null])
    const back = 10_050 + 2_000 + PAID
    expect(sources).toEqual({
      service: { paid: 4 * PAID + MUG, back },
      ledger: { paid: 4 * PAID + MUG, back },
      medusa: { paid: 2 * PAID + MUG, back: 12_050 },
    })
    const closing = (of: keyof typeof sums.closing) =>
      all.reduce((sum, line) => sum + line.closing[of], 0)
    expect([closing("unplaced"), closing("under_way")]).toEqual([PAID, 2_000])
    const line = await lineOf(kept.reference)
    expect(line).toMatchObject({
      order_id: kept.order.id,
      order_number: expect.any(Number),
      paid: { amount: PAID },
      refunded: { amount: 10_050 },
      sources: { medusa: { paid: PAID, back: 12_050 } },
      differences: [],
    })
    expect((await lineOf(balance.reference)).order_id).toBe(order.id)
    expect(said(await lineOf(held))).toEqual([
      "R 1 399,55 is paid and has no order (held): Medusa has no payment of it.",
    ])
    const explained = all.flatMap(({ differences }) => differences)
    expect(explained).toHaveLength(3)
    expect(explained.every((one) => one.explained)).toBe(true)
    const named = await lines("&only=differences")
    expect(named.lines.map(({ id }) => id).sort()).toEqual(
      [returned, held].sort()
    )
    expect(named.sums).toEqual(sources)
  }, 240_000)

  it("names each source that holds something else: the service, the ledger, Medusa, another hand in Medusa", async () => {
    const [service, ledger, medusa] = [
      await store.buy(),
      await store.buy(),
      await store.buy(),
    ]
    await store.sandbox.setStatus(service.reference, "cancelled")
    const check = `/admin/instalments/checkouts/${service.reference}/check`
    await store.adminPost(check)
    await store
      .db("instalments_checkout")
      .where({ id: ledger.reference })
      .update({ amount: 130_000 })
    await store
      .db("capture")
      .where({ payment_id: medusa.payment.id })
      .update({ amount: 1300, raw_amount: { value: "1300", precision: 20 } })
    await store.db("refund").insert({
      ...{ id: "ref_by_hand", payment_id: service.payment.id, amount: 100 },
      raw_amount: { value: "100", precision: 20 },
    })
    expect(said(await lineOf(service.reference))).toEqual([
      "The service says cancelled now of R 1 399,55 that the ledger holds paid.",
      "Medusa holds refund ref_by_hand of R 100,00, the ledger no refund request.",
      "Medusa's payment holds R 100,00 refunded, its order's transactions R 0,00.",
    ])
    expect(said(await lineOf(ledger.reference))).toEqual([
      "Medusa holds R 1 399,55 captured, the ledger R 1 300,00 paid.",
      "R 1 300,00 was paid for an order that came to R 1 399,55 when it was placed.",
    ])
    expect(said(await lineOf(medusa.reference))).toEqual([
      "Medusa holds R 1 300,00 captured, the ledger R 1 399,55 paid.",
      "Medusa's payment holds R 1 300,00 captured, its order's transactions R 1 399,55.",
    ])
  })

  it("names what is at the service alone, and in Medusa alone", async () => {
    const { reference, payment } = await store.buy()
    const seen = new Date(store.ledger.now())
    await store.db("instalments_unmatched").insert({
      ...{ id: "theirs", amount: 10_000, currency: "ZAR" },
      ...{ opened_at: seen, seen_at: seen },
    })
    await store.db("instalments_unmatched_refund").insert(
      ["complete", "failed"].map((status) => ({
        ...{ id: `support_${status}`, amount: 2_000, currency: "ZAR", status },
        ...{ made_at: seen.toISOString(), seen_at: seen },
      }))
    )
    const apart = async (query: string) =>
      (await lines(query)).apart.map(({ difference: { text } }) =>
        text.replaceAll("\u00a0", " ")
      )
    expect(await apart("")).toEqual([
      "The service holds R 100,00 paid as checkout theirs, the ledger no such checkout.",
      "The service says complete of refund support_complete of R 20,00, the ledger has no such refund request.",
    ])
    await store
      .db("instalments_checkout")
      .where({ id: reference })
      .update({ deleted_at: seen })
    // Medusa's rows have the clock of the machine, which no test moves.
    const made = dateOf(dayOf(Date.now(), ZONE)).slice(0, 7)
    expect(await apart(`&month=${made}`)).toContain(
      `Medusa holds R 1 399,55 captured and R 0,00 refunded as payment ${payment.id}, the ledger no checkout of it.`
    )
  })

  it("names a second payment of a checkout in another order, and one in another currency in that", async () => {
    const [first, second] = [await store.buy(), await store.buy()]
    const made = dateOf(dayOf(Date.now(), ZONE)).slice(0, 7)
    const apart = async () =>
      (await lines(`&month=${made}`)).apart.map(
        ({ id, difference: { amount, text }, sources: { medusa } }) => ({
          ...{ id, amount, medusa },
          text: text.replaceAll("\u00a0", " "),
        })
      )
    expect(await apart()).toEqual([])
    const payment = store.db("payment").where({ id: second.payment.id })
    await payment.clone().update({ data: { reference: first.reference } })
    expect(await apart()).toEqual([
      {
        ...{ id: second.payment.id, amount: -PAID },
        medusa: { paid: PAID, back: 0 },
        text: `Medusa holds R 1 399,55 captured and R 0,00 refunded as payment ${second.payment.id}, which names checkout ${first.reference} and is not in its order (${first.order.id}).`,
      },
    ])
    await payment.clone().update({
      ...{ data: { reference: second.reference }, currency_code: "usd" },
    })
    expect(await apart()).toEqual([
      {
        ...{ id: second.payment.id, amount: 0 },
        medusa: { paid: 0, back: 0 },
        text: `Medusa holds US$1 399,55 captured and US$0,00 refunded as payment ${second.payment.id}, which names checkout ${second.reference} and is not in its currency (ZAR).`,
      },
    ])
  })

  it("goes on where the page before has ended, and shows every line once", async () => {
    const bought = [await store.buy(), await store.buy(), await store.buy()]
    const found: string[] = []
    let after = ""
    do {
      const page = (await read(
        `/lines?limit=2${after && `&after=${after}`}`
      )) as StatementLinesAnswer
      found.push(...page.lines.map(({ id }) => id))
      after = page.next ?? ""
    } while (after)
    expect(found).toEqual(bought.map(({ reference }) => reference))
  })

  it("tells a transaction that belongs to no payment once, however the order's two payments are paged", async () => {
    const { order } = await boughtAndEdited()
    const { reference } = await begin(order.id)
    await store.sandbox.pay(reference)
    const [first] = await store.db("order_transaction").where({
      order_id: order.id,
    })
    await store.db("order_transaction").insert({
      ...first,
      ...{ id: "ordtrx_stray", reference: "by hand", reference_id: "stray" },
    })
    const told = async (limit: number) => {
      const found: string[] = []
      let after = ""
      do {
        const page = (await read(
          `/lines?limit=${limit}${after && `&after=${after}`}`
        )) as StatementLinesAnswer
        found.push(...page.lines.flatMap(said))
        after = page.next ?? ""
      } while (after)
      return found
    }
    const whole = await told(500)
    expect(whole).toHaveLength(1)
    expect(await told(1)).toEqual(whole)
  })

  it("refuses bad input with 400 in words", async () => {
    const bad = {
      "?month=2026-13": "month has to be a month, like 2026-11",
      "?month=november": "month has to be a month, like 2026-11",
      "?month=2999-01": `month has to be one that has begun, ${month()}`,
      "?month=2026-01&month=2026-02": "month has to be given once",
      "?colour=red": "colour",
      "/lines?after=nowhere": "after has to be the `next` of an earlier answer",
      "/lines?limit=501": "limit has to be from 1 to 500",
      "/lines?only=agreed": "expected one of differences",
      "/export?format=excel": "expected one of standard, excel-za",
      "/export?rows=hours": "expected one of days, orders",
    }
    for (const [path, words] of Object.entries(bad)) {
      const { status, data } = await store.adminGet(`${ROOT}${path}`)
      expect([path, status, data.message]).toEqual([
        path,
        400,
        expect.stringContaining(words),
      ])
    }
  })

  it("exports days and orders, for Excel of South Africa too, and no formula", async () => {
    const { reference, order } = await store.buy()
    await store
      .db("instalments_checkout")
      .where({ id: reference })
      .update({ checkout_id: '=HYPERLINK("http://x";"y")', amount: 130_000 })
    const text = async (query: string) => {
      const { data, headers } = await store.api.get(
        `${ROOT}/export?${query}`,
        // As bytes: a text loses the mark that it begins with.
        { headers: store.admin, responseType: "arraybuffer" }
      )
      expect(headers["content-type"]).toContain("text/csv")
      return Buffer.from(data).toString("utf8")
    }
    const days = (await text("rows=days")).trim().split("\r\n")
    expect(days[0]).toBe(
      "day,currency,opening,paid,placed,returned,filed,in_vain,refunded,closing,closing_unplaced,closing_under_way"
    )
    expect(days.filter((line) => line.startsWith(today()))).toEqual([
      `${today()},ZAR,0.00,1300.00,1300.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00`,
    ])
    expect(days.at(-1)).toBe(
      `${month()},ZAR,0.00,1300.00,1300.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00`
    )
    const excel = await text("rows=orders&format=excel-za")
    expect(excel.startsWith("\uFEFForder_number;order_id;reference;")).toBe(
      true
    )
    const [, line] = excel.split("\r\n")
    expect(line).toContain(
      `${order.id};${reference};"'=HYPERLINK(""http://x"";""y"")";placed;${today()};ZAR;0,00;1300,00;`
    )
    expect(line).toMatch(
      /;"Medusa holds R.1.399,55 captured, the ledger R.1.300,00 paid\.[^"]*";$/
    )
  })
})
