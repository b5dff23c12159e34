import { PROVIDER_ID } from "../../../modules/instalments/rules"
import { isWithoutPayment } from "../marked-orders"

const HOUR = 60 * 60_000
const placed = Date.parse("2026-11-23T10:00:00Z")
const session = (status: string, provider_id: string, hoursLater = 0) => ({
  ...{ status, provider_id },
  created_at: new Date(placed + hoursLater * HOUR),
})
type Session = ReturnType<typeof session>
const order = (...payment_sessions: Session[]) => ({
  ...{ version: 1, total: 100, created_at: new Date(placed) },
  payment_collections: [{ payment_sessions }],
})
const DEBIT = "pp_debit_debit"

describe("an order that carries no payment", () => {
  it.each<[string, Session]>([
    ["beside the checkout that is being paid", session("pending", PROVIDER_ID)],
    ["beside another way that is not paid yet", session("pending", DEBIT)],
    [
      "though the shopper has chosen another way an hour later",
      session("pending", DEBIT, 1),
    ],
    [
      "though the shopper has chosen instalments again after days",
      session("pending", PROVIDER_ID, 72),
    ],
    [
      "though this provider's session was cancelled",
      session("canceled", PROVIDER_ID),
    ],
  ])("is a killed completion's %s", (_, one) => {
    expect(isWithoutPayment(order(one))).toBe(false)
  })

  it.each<[string, Session]>([
    ["has begun", session("pending_authorization", DEBIT)],
    ["has failed", session("error", DEBIT)],
    ["was called off", session("canceled", DEBIT)],
    ["was chosen more than a day after it", session("pending", DEBIT, 25)],
  ])("is a whole one where another provider's payment %s", (_, one) => {
    expect(isWithoutPayment(order(one))).toBe(true)
  })

  const killed = order(session("pending", PROVIDER_ID))
  it.each([
    ["costs nothing", { ...killed, total: 0 }],
    ["was edited", { ...killed, version: 2 }],
    [
      "has a second payment collection",
      {
        ...killed,
        payment_collections: [
          ...killed.payment_collections,
          ...killed.payment_collections,
        ],
      },
    ],
  ])("is a whole one that %s", (_, whole) => {
    expect(isWithoutPayment(killed)).toBe(false)
    expect(isWithoutPayment(whole)).toBe(true)
  })
})
