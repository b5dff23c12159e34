import { paymentStatus } from "../payment-status"

const opened = new Date("2026-11-21T08:00:00Z")
/** The service was last asked so many minutes after the opening, or never. */
const status = (
  status: string | null,
  outcome = "open",
  minutes: number | null = 10,
  poll_requested_at: Date | null = null
) => {
  const status_updated_at =
    minutes === null ? null : new Date(opened.getTime() + minutes * 60_000)
  const times = { opened_at: opened, status_updated_at, poll_requested_at }
  return paymentStatus({ status, outcome, ...times })
}

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

  it("is expired when the service still said received after 55 minutes", () => {
    expect(status("received", "open", 55)).toBe("pending")
    expect(status("received", "open", 56)).toBe("expired")
  })

  it("is not expired while the check of a shopper who came back waits for the limit: it may be paid since", () => {
    const cameBack = new Date(opened.getTime() + 70 * 60_000)
    expect(status("received", "open", 60, cameBack)).toBe("pending")
  })

  it("is pending while a callback that contradicts a cancellation waits for the service", () => {
    expect(status("cancelled", "closed", 10, opened)).toBe("pending")
  })

  it("is not expired, however old, when the service could not be asked", () => {
    expect(status("received", "open", null)).toBe("pending")
    expect(status(null, "open", null)).toBe("pending")
  })

  it("is not expired by an unknown status of the service", () => {
    expect(status("a_new_word", "open", 60)).toBe("pending")
  })

  it("is expired when the row is closed, and paid if it is paid even then", () => {
    expect(status("received", "closed", null)).toBe("expired")
    expect(status("successful", "placed", 60)).toBe("paid")
  })
})
