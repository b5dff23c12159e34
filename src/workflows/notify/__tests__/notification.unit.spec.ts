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

describe("an entry of the bell", () => {
  it("writes a moment for people, as the bell shows text as it is", () => {
    expect(notificationFor(old).data.description).toBe(
      "It was last read at 2026-11-20 10:05 UTC. See Instalments → Needs attention."
    )
  })

  it("is one a day for what comes and goes", () => {
    expect(notificationFor(old).idempotency_key).toBe(
      "instalments:config-old:2026-11-20"
    )
  })
})
