import fc from "fast-check"
import {
  next,
  stateOf,
  STATES,
  TRANSITIONS,
  type CheckoutEvent,
  type CheckoutState,
} from "../state"

const state = fc.constantFrom(...STATES)
const event = fc.constantFrom(...(Object.keys(TRANSITIONS) as CheckoutEvent[]))

const after = (from: CheckoutState, events: CheckoutEvent[]) =>
  events.reduce((now, what) => {
    const moved = next(now, what)
    return "state" in moved ? moved.state : now
  }, from)

describe("the states of a checkout", () => {
  it.each([
    [{ outcome: "open", status: null, creation: "sent" }, "creating"],
    [{ outcome: "open", status: null, creation: "unanswered" }, "unanswered"],
    [{ outcome: "open", status: "received", creation: "answered" }, "pending"],
    [{ outcome: "open", status: "no_such", creation: "answered" }, "pending"],
    [{ outcome: "open", status: "successful", creation: "sent" }, "paid"],
    [{ outcome: "held", status: "successful", creation: "answered" }, "held"],
    [{ outcome: "closed", status: null, creation: "refused" }, "closed"],
  ] as const)("%j is %s", (row, expected) => {
    expect(stateOf(row)).toBe(expected)
  })

  it("never lose a payment: what is known to be paid is placed, returned or held, or still being settled", () => {
    fc.assert(
      fc.property(state, fc.array(event), (from, events) => {
        const paid = after(from, ["paid"])
        expect(["paid", "placed", "returned", "held"]).toContain(
          after(paid, events)
        )
      })
    )
  })

  it("accept a payment in any order of events, also after a cancellation", () => {
    for (const from of ["creating", "unanswered", "pending", "closed"] as const)
      expect(next(from, "paid")).toEqual({ state: "paid" })
  })

  it("have no event that leaves a placed order", () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        expect(after("placed", events)).toBe("placed")
      })
    )
  })

  it("say why an event does not apply", () => {
    expect(next("paid", "closed")).toEqual({
      refusal:
        "Of a checkout that is paid it is not possible: nothing can be paid any more.",
    })
  })
})
