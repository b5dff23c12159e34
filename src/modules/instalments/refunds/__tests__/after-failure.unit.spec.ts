import {
  CredentialsError,
  RateLimitError,
  RuleError,
  UnavailableError,
  UnexpectedAnswerError,
} from "../../client/errors"
import { afterFailure } from "../after-failure"

const now = Date.parse("2026-11-21T08:00:00Z")
const timeZone = "Africa/Johannesburg"
const after = (error: unknown, again = false) =>
  afterFailure(error, { now, timeZone, again })
const SAME_DAY = "Order can't be refunded on the day of purchase."
const TOO_LATE =
  "Orders can only be refunded within 100 days of the purchase date."

describe("a refund request whose sending failed", () => {
  it("waits for as long as a 429 says", () => {
    expect(after(new RateLimitError("slow down", 30))).toMatchObject({
      event: "unsent",
      send_after: new Date(now + 30_000),
    })
  })

  it("is sent later when it certainly never left", () => {
    const error = new UnavailableError("refused", true)
    expect(after(error)).toMatchObject({ event: "unsent" })
  })

  it.each([
    ["an answer that did not come", new UnavailableError("time-out", false)],
    ["an answer that cannot be read", new UnexpectedAnswerError("html")],
    ["an error that nobody knows", new TypeError("odd")],
  ])("is in doubt after %s", (_, error) => {
    expect(after(error)).toMatchObject({ event: "unanswered" })
  })

  it("is refused with the service's words after a rule", () => {
    const error = new RuleError("no", 422, "Only successful checkouts.")
    expect(after(error)).toMatchObject({
      event: "refused",
      last_error: "no",
      finished_at: new Date(now),
    })
  })

  it.each([
    ["more is asked for than is left", 422, "Too much.", new Date(now)],
    ["100 days are over", 422, TOO_LATE, undefined],
    ["the service does not find it", 404, "Not found.", undefined],
  ])("is refused when %s, and tells which it was", (_, status, text, at) => {
    const { event, remainder_refused_at } = after(
      new RuleError("no", status, text)
    )
    expect([event, remainder_refused_at]).toEqual(["refused", at])
  })

  it.each([
    ["tomorrow's, at 10:00", "2026-11-21T08:00:00Z", "2026-11-22T08:00:00Z"],
    // It is still Friday in UTC.
    [
      "today's, on Saturday at 0:30",
      "2026-11-20T22:30:00Z",
      "2026-11-21T08:00:00Z",
    ],
  ])(
    "waits for the next 10:00 when the service says same day: %s",
    (_, at, next) => {
      const error = new RuleError("same day", 422, SAME_DAY)
      expect(
        afterFailure(error, { now: Date.parse(at), timeZone })
      ).toMatchObject({
        event: "unsent",
        send_after: new Date(next),
      })
    }
  )

  it("waits for right keys", () => {
    const error = new CredentialsError("wrong key")
    expect(after(error)).toMatchObject({ event: "unsent" })
  })

  describe("that was sent once more, as the first answer was lost", () => {
    it("is in doubt with a witness when more is asked for than is left", () => {
      expect(after(new RuleError("no", 422, "Too much."), true)).toEqual({
        event: "unanswered",
        last_error: "no",
        next_check_at: new Date(now + 60_000),
        remainder_refused_at: new Date(now),
      })
    })

    it.each([
      ["100 days are over", new RuleError("no", 422, TOO_LATE)],
      ["the service does not find it", new RuleError("no", 404, "Not found.")],
      ["somebody in between refuses it", new RuleError("no", 403, "")],
    ])(
      "is for a person when %s: that tells nothing of the first",
      (_, error) => {
        const { event, remainder_refused_at, ...rest } = after(error, true)
        expect([event, remainder_refused_at]).toEqual(["unanswered", undefined])
        expect(rest).toMatchObject({
          next_check_at: null,
          held_reason: expect.stringContaining(
            "tells nothing of the first: no."
          ),
        })
      }
    )

    it("waits for the next 10:00 when the service says same day", () => {
      const error = new RuleError("same day", 422, SAME_DAY)
      expect(after(error, true)).toMatchObject({ event: "unsent" })
    })
  })
})
