import {
  CredentialsError,
  RateLimitError,
  RuleError,
  UnavailableError,
  UnexpectedAnswerError,
} from "../../client/errors"
import { afterFailure } from "../after-failure"

const now = Date.parse("2026-11-21T08:00:00Z")
const after = (error: unknown) =>
  afterFailure(error, { now, timeZone: "Africa/Johannesburg" })

describe("a refund request whose sending failed", () => {
  it("waits for as long as a 429 says", () => {
    expect(after(new RateLimitError("slow down", 30))).toMatchObject({
      status: "scheduled",
      send_after: new Date(now + 30_000),
    })
  })

  it("is sent later when it certainly never left", () => {
    const error = new UnavailableError("refused", true)
    expect(after(error)).toMatchObject({ status: "scheduled" })
  })

  it.each([
    ["an answer that did not come", new UnavailableError("time-out", false)],
    ["an answer that cannot be read", new UnexpectedAnswerError("html")],
    ["an error that nobody knows", new TypeError("odd")],
  ])("is in doubt after %s", (_, error) => {
    expect(after(error)).toMatchObject({ status: "in_doubt" })
  })

  it("is refused with the service's words after a rule", () => {
    const error = new RuleError("no", 422, "Only successful checkouts.")
    expect(after(error)).toMatchObject({
      status: "refused",
      last_error: "no",
      finished_at: new Date(now),
    })
  })

  it("waits for tomorrow at 10:00 when the service says same day", () => {
    const error = new RuleError(
      "same day",
      422,
      "Order can't be refunded on the day of purchase."
    )
    expect(after(error)).toMatchObject({
      status: "scheduled",
      send_after: new Date("2026-11-22T08:00:00Z"),
    })
  })

  it("waits for right keys", () => {
    const error = new CredentialsError("wrong key")
    expect(after(error)).toMatchObject({ status: "scheduled" })
  })
})
