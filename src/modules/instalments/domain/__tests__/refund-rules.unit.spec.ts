import fc from "fast-check"
import { dayOf, momentOf } from "../calendar"
import { decideRefund, type RefundQuestion } from "../refund-rules"

const zone = "Africa/Johannesburg"
const paid = new Date("2026-11-21T12:00:00+02:00")

function ask(changes: Partial<RefundQuestion> = {}) {
  return decideRefund({
    checkout: {
      status: "successful",
      amount: 139955,
      currency: "ZAR",
      paid_at: paid,
      paid_not_before: paid,
    },
    used: 0,
    amount: 10000,
    now: Date.parse("2026-11-25T12:00:00+02:00"),
    timeZone: zone,
    approval: "automatic",
    sameDay: "schedule",
    ...changes,
  })
}
const at = (iso: string) => Date.parse(iso)

describe("a refund", () => {
  it("may be sent at once on another day", () => {
    const now = at("2026-11-25T12:00:00+02:00")
    expect(ask()).toEqual({ sendAfter: new Date(now) })
  })

  it.each([0, -1, 0.5, NaN])("of %p cents is refused", (amount) => {
    expect(ask({ amount })).toHaveProperty("refusal")
  })

  it("may take what is left to the last cent, and not a cent more", () => {
    const used = 139_000
    expect(ask({ used, amount: 955 })).toHaveProperty("sendAfter")
    expect(ask({ used, amount: 956 })).toHaveProperty(
      "refusal",
      expect.stringMatching(/9[.,]55 is left/)
    )
  })

  it("needs a successful checkout", () => {
    const checkout = {
      status: "received",
      amount: 1000,
      currency: "ZAR",
      paid_at: null,
      paid_not_before: null,
    }
    expect(ask({ checkout, amount: 1 })).toHaveProperty("refusal")
  })

  it("is allowed to the last second of day 100 and not on day 101", () => {
    // 21 November is day 0, 1 March 2027 is day 100.
    expect(ask({ now: at("2027-03-01T23:59:59+02:00") })).toHaveProperty(
      "sendAfter"
    )
    expect(ask({ now: at("2027-03-02T00:00:00+02:00") })).toHaveProperty(
      "refusal",
      expect.stringContaining("2027-03-01")
    )
  })

  it("of the purchase day waits until 10:00 the next day", () => {
    const now = at("2026-11-21T23:59:59+02:00")
    const ten = new Date("2026-11-22T10:00:00+02:00")
    expect(ask({ now })).toEqual({ sendAfter: ten })
    const midnight = at("2026-11-22T00:00:00+02:00")
    expect(ask({ now: midnight })).toEqual({ sendAfter: new Date(midnight) })
  })

  it("of the purchase day is refused with the earliest time on request", () => {
    const now = at("2026-11-21T13:00:00+02:00")
    expect(ask({ now, sameDay: "reject" })).toHaveProperty(
      "refusal",
      expect.stringContaining("2026-11-22 10:00")
    )
  })

  it("of the purchase day goes at once under manual approval", () => {
    const now = at("2026-11-21T13:00:00+02:00")
    expect(ask({ now, approval: "manual" })).toEqual({
      sendAfter: new Date(now),
    })
  })

  it("counts the 100 days from the earliest possible purchase and the same day from the latest", () => {
    const checkout = {
      status: "successful",
      amount: 1000,
      currency: "ZAR",
      paid_not_before: new Date("2026-11-20T23:00:00+02:00"),
      paid_at: paid,
    }
    const now = at("2026-11-21T13:00:00+02:00")
    expect(ask({ checkout, amount: 1, now })).toEqual({
      sendAfter: new Date("2026-11-22T10:00:00+02:00"),
    })
    const late = at("2027-03-01T00:00:00+02:00")
    expect(ask({ checkout, amount: 1, now: late })).toHaveProperty("refusal")
  })

  it("is never sent on the purchase day nor after day 100, in any zone", () => {
    const zones = ["Africa/Johannesburg", "Europe/London", "America/New_York"]
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2030, 0) }),
        fc.integer({ min: 0, max: 110 * 86_400_000 }),
        fc.constantFrom(...zones),
        (bought, later, timeZone) => {
          const checkout = {
            status: "successful",
            amount: 1000,
            currency: "ZAR",
            paid_at: new Date(bought),
            paid_not_before: new Date(bought),
          }
          const now = bought + later
          const verdict = ask({ checkout, amount: 1, now, timeZone })
          const day = (moment: number) =>
            dayOf(moment, timeZone) - dayOf(bought, timeZone)
          if ("refusal" in verdict) {
            expect(day(now)).toBeGreaterThan(100)
          } else {
            const sent = verdict.sendAfter.getTime()
            expect(day(sent)).toBeGreaterThanOrEqual(1)
            expect(day(sent)).toBeLessThanOrEqual(100)
            if (day(now) === 0) {
              const ten = momentOf(dayOf(bought, timeZone) + 1, 10, timeZone)
              expect(sent).toBe(ten)
            }
          }
        }
      )
    )
  })
})
