import {
  isOver,
  serviceStatus,
  TRANSITIONS,
  whyCompleteIsHeld,
  WITHOUT_BOOKS,
  type RefundStatus,
} from "../state"

const transitions = Object.entries(TRANSITIONS)
/** What leaves a status, by the name of what happens. */
const from = (status: RefundStatus) =>
  transitions
    .filter(([, transition]) =>
      (transition.from as readonly RefundStatus[]).includes(status)
    )
    .map(([name]) => name)

describe("the statuses of a refund request", () => {
  it("are sent from `scheduled` only, and come back to it only when the service has none or takes no second", () => {
    const to = (status: string) =>
      transitions.filter(([, t]) => t.to === status).map(([name]) => name)
    expect(to("sending")).toEqual(["claimed"])
    expect(TRANSITIONS.claimed.from).toEqual(["scheduled"])
    expect(to("scheduled")).toEqual(["released", "unsent", "absent"])
  })

  it("leave doubt by the service's list, its late answer, or a person's word", () => {
    expect(from("in_doubt")).toEqual([
      "answered",
      "isTheOther",
      "doubted",
      "saidFailed",
      "absent",
    ])
  })

  it("come into doubt from the wire only", () => {
    const doubting = transitions.filter(([, { to }]) => to === "in_doubt")
    expect(doubting.flatMap(([, transition]) => transition.from)).toEqual([
      "sending",
    ])
  })

  it("are over for good once refused", () => {
    expect(from("refused")).toEqual(["noted", "undone"])
    expect(isOver("refused")).toBe(true)
  })

  it.each([
    ["requested", "requested"],
    ["complete", "complete"],
    ["failed", "failed"],
    ["a word of tomorrow", "requested"],
  ])("%s is kept as %s", (word, status) => {
    expect(serviceStatus(word)).toEqual({ status, service_status: word })
  })
})

describe("a refund request that is complete is", () => {
  const said = { amount: 10_050, currency: "ZAR" }
  const row = {
    ...said,
    reason: "merchant",
    undone_at: null,
    superseded_by: null,
  } as const
  const unplaced = { ...row, reason: "unplaced" } as const

  it("nobody's to look at when it is as asked for and nothing was done about its money", () => {
    expect(whyCompleteIsHeld(row, said, null)).toBeNull()
    expect(whyCompleteIsHeld(unplaced, said, "returned")).toBeNull()
    expect(whyCompleteIsHeld(unplaced, said, "held")).toBeNull()
  })

  it.each([
    [{ ...said, amount: 1_005 }, /R\s10,05.*R\s100,50/],
    [{ ...said, currency: "NAD" }, /NAD\s100,50.*R\s100,50/],
  ])("held when the service has refunded %p instead", (other, words) => {
    expect(whyCompleteIsHeld(row, other, null)).toMatch(words)
  })

  it("held when Medusa's books were restored", () => {
    const undone = { ...row, undone_at: new Date(0) }
    expect(whyCompleteIsHeld(undone, said, null)).toBe(WITHOUT_BOOKS)
  })

  it("held when its money was asked for again", () => {
    const again = { ...unplaced, superseded_by: "instref_2" }
    expect(whyCompleteIsHeld(again, said, "returned")).toMatch(
      /instref_2.*twice/
    )
  })

  it("held when the order that it was returned for is placed", () => {
    expect(whyCompleteIsHeld(unplaced, said, "placed")).toMatch(
      /the order and the money/
    )
  })
})
