import { paymentStatus } from "../payment-status"

const opened = new Date("2026-11-21T08:00:00Z")
const now = opened.getTime() + 10 * 60_000
const status = (status: string | null, outcome = "open", at = now) =>
  paymentStatus({ status, outcome, opened_at: opened }, at)

describe("what a shopper is told of a payment", () => {
  it.each([
    ["paid", "successful", "placed"],
    ["pending", "successful", "open"],
    ["unplaced", "successful", "held"],
    ["unplaced", "successful", "returned"],
    ["cancelled", "cancelled", "closed"],
    ["expired", "invalid_payload", "closed"],
    ["pending", "received", "open"],
    ["pending", null, "open"],
    ["pending", "a_new_word", "open"],
  ])("is %s when the service says %s and the outcome is %s", (...ways) => {
    const [told, word, outcome] = ways
    expect(status(word, outcome)).toBe(told)
  })

  it("is expired 45 minutes later, and paid if it is paid even then", () => {
    const late = now + 60 * 60_000
    expect(status("received", "open", late)).toBe("expired")
    expect(status("successful", "placed", late)).toBe("paid")
  })
})
