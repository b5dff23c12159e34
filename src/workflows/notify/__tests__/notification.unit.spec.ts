import type { Attention } from "../../../modules/instalments/attention/list"
import { notificationFor } from "../notification"

const old = {
  key: "config-old",
  kind: "config-old",
  title: "The merchant config is old",
  text: "It was last read at 2026-11-20T10:05:31.123Z.",
  opened_at: new Date("2026-11-20T13:05:31Z"),
  reference: null,
  amount: null,
  currency: null,
} as Attention

describe("a notification in the admin", () => {
  it("writes times for people, because the admin shows the text unchanged", () => {
    expect(notificationFor(old).data.description).toBe(
      "It was last read at 2026-11-20 10:05 UTC. See Instalments → Needs attention."
    )
  })

  it("is at most one a day for causes that come and go", () => {
    expect(notificationFor(old).idempotency_key).toBe(
      "instalments:config-old:2026-11-20"
    )
  })
})
