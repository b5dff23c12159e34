import fc from "fast-check"
import { judgeDoubt, type Sighting } from "../judge-doubt"

const sent = Date.parse("2026-11-21T08:00:00Z")
const row = (id = "a", amount = 10_050) => ({
  id,
  amount,
  sent_at: new Date(sent),
})
const sighting = (id = "s", amount = 10_050, after = 2_000): Sighting => ({
  id,
  amount,
  status: "requested",
  created_at: new Date(sent + after).toISOString(),
})
const judge = (seen: Sighting[], alike = [row()], begun = sent + 120_000) =>
  judgeDoubt(row(), { alike, seen, begunAt: new Date(begun) })

describe("a refund request in doubt", () => {
  it("is found when the list shows one of its amount and moment", () => {
    expect(judge([sighting(), sighting("t", 1)])).toEqual({
      verdict: "found",
      sighting: sighting(),
    })
  })

  it("is absent when a reading begun a minute later shows none", () => {
    expect(judge([])).toEqual({ verdict: "absent" })
    expect(judge([sighting("s", 10_050, 11 * 60_000)])).toEqual({
      verdict: "absent",
    })
  })

  it("is not judged by a reading that may have begun before it", () => {
    expect(judge([], [row()], sent + 59_999)).toEqual({ verdict: "too-early" })
  })

  it("is not guessed between two that are alike", () => {
    expect(judge([sighting(), sighting("t")])).toEqual({ verdict: "several" })
    expect(judge([sighting()], [row(), row("b")])).toEqual({
      verdict: "several",
    })
  })

  it("is never given a sighting that another row could have as well", () => {
    const amounts = fc.constantFrom(100, 200)
    fc.assert(
      fc.property(
        fc.array(amounts, { minLength: 1, maxLength: 5 }),
        fc.array(amounts, { maxLength: 5 }),
        (asked, listed) => {
          const alike = asked.map((amount, i) => row(`r${i}`, amount))
          const seen = listed.map((amount, i) => sighting(`s${i}`, amount))
          const found = alike
            .map((one) =>
              judgeDoubt(one, { alike, seen, begunAt: new Date(sent + 90_000) })
            )
            .flatMap((judged) =>
              judged.verdict === "found" ? judged.sighting.id : []
            )
          expect(new Set(found).size).toBe(found.length)
        }
      )
    )
  })
})
