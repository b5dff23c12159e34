import { moneyBack } from "../money-back"

const zone = "Africa/Johannesburg"
const request = (over: object) => ({
  reason: "unplaced" as const,
  status: "scheduled" as const,
  // A Monday, shortly after midnight there.
  send_after: new Date("2026-11-22T22:05:00Z"),
  sent_at: null,
  finished_at: null,
  ...over,
})
const told = (...rows: object[]) =>
  moneyBack(rows.map(request), zone, Date.parse("2026-11-23T09:00:00Z"))

describe("what a shopper is told of a payment that is returned", () => {
  it("is nothing while the shop has not decided, or its refund has failed", () => {
    expect(told()).toBeNull()
    expect(told({ reason: "merchant" })).toBeNull()
    expect(told({ status: "failed" }, { status: "refused" })).toBeNull()
  })

  it("is the business day after the request goes", () => {
    expect(told({})).toEqual({ status: "scheduled", expected_on: "2026-11-24" })
  })

  it.each([
    ["a Friday", "2026-11-27T10:00:00Z"],
    ["a Saturday", "2026-11-28T10:00:00Z"],
    ["a Sunday", "2026-11-29T10:00:00Z"],
  ])("leaves the weekend out when it went on %s", (_, sent) => {
    const row = { status: "in_doubt", sent_at: new Date(sent) }
    expect(told(row)).toEqual({
      status: "requested",
      expected_on: "2026-11-30",
    })
  })

  it("is no day that is over: the next business day, while it takes longer", () => {
    const sent_at = new Date("2026-11-12T10:00:00Z")
    expect(told({ status: "in_doubt", sent_at })).toMatchObject({
      expected_on: "2026-11-24",
    })
  })

  it("is the day on which it was paid back, once all of it was", () => {
    const finished_at = new Date("2026-11-23T09:00:00Z")
    const done = { status: "complete", finished_at }
    expect(told(done)).toEqual({
      status: "complete",
      expected_on: "2026-11-23",
    })
    expect(told(done, {})?.status).toBe("scheduled")
  })
})
