import { PROVIDER_ID } from "../../../modules/instalments/name"
import { judgeOrder } from "../read-placed-order"

const ours = { id: "inst_1", cart_id: "cart_1" }

const payment = (reference: string, capture: string) => ({
  id: `pay_${capture}`,
  provider_id: PROVIDER_ID,
  currency_code: "zar",
  canceled_at: null,
  data: { reference },
  captures: [{ id: capture, amount: 100 }],
  refunds: [],
})

const order = (
  payments: ReturnType<typeof payment>[],
  booked: string[],
  more: object = {}
) => ({
  version: 1,
  total: 100,
  currency_code: "zar",
  transactions: booked.map((reference_id) => ({ reference_id })),
  payment_collections: [{ payments }],
  ...more,
})

const judge = (
  found: object,
  checkout: Parameters<typeof judgeOrder>[0] = ours
) => judgeOrder(checkout, "order_1", found)

describe("an order, as it is read back", () => {
  it("holds a payment that is captured and booked, once, and tells its sum", () => {
    expect(judge(order([payment("inst_1", "a")], ["a"]))).toEqual({
      id: "order_1",
      reference: "inst_1",
      twice: false,
      amount: 10_000,
    })
  })

  it("does not hold a payment whose capture is not booked", () => {
    const found = order([payment("inst_1", "a")], ["another"])
    expect(judge(found)).toMatchObject({ reference: null })
  })

  it("holds none of another provider, whatever it calls it", () => {
    const other = { ...payment("inst_1", "a"), provider_id: "pp_system" }
    expect(judge(order([other], ["a"]))).toMatchObject({ reference: null })
  })

  it("holds a payment twice also when only one of the two is booked", () => {
    const both = [payment("inst_1", "a"), payment("inst_1", "b")]
    expect(judge(order(both, ["b"]))).toMatchObject({
      reference: "inst_1",
      twice: true,
    })
  })

  it("names the checkout's own payment before another one's", () => {
    const both = [payment("inst_other", "a"), payment("inst_1", "b")]
    expect(judge(order(both, ["a", "b"]))).toMatchObject({
      reference: "inst_1",
      twice: false,
    })
    expect(judge(order(both, ["a"]))).toMatchObject({ reference: "inst_other" })
  })

  it("tells no sum once it was edited, nor of what an order owed", () => {
    const paid = [payment("inst_1", "a")]
    expect(judge(order(paid, ["a"], { version: 2 })).amount).toBeNull()
    const balance = { id: "inst_1", cart_id: null }
    expect(judge(order(paid, ["a"]), balance).amount).toBeNull()
  })
})
