import fc from "fast-check"
import {
  LEAST_ATTEMPTS,
  MAX_WAIT_MS,
  settlePause,
} from "../../../modules/instalments/domain/pauses"
import { InstalmentsEvents } from "../../../modules/instalments/events"
import type { CheckoutRow } from "../../../modules/instalments/types"
import { attemptToSettle } from "../attempt-to-settle"
import { Scene, type Call, type Fate } from "./scene"

const attempt = (scene: Scene) =>
  attemptToSettle({ ...scene.row }, scene.settling)

/** A scene in which these calls meet these fates, each time or the nth time. */
const meeting = (fates: Partial<Record<Call, Fate | Fate[]>>) =>
  new Scene((call, nth) => {
    const fate = fates[call] ?? "works"
    return typeof fate === "string" ? fate : (fate[nth - 1] ?? "works")
  })

/** It has waited so long that the next trouble is the last. */
const waitedLong = (scene: Scene): Scene => {
  scene.row.settle_attempts = LEAST_ATTEMPTS
  scene.row.paid_at = new Date(scene.now - MAX_WAIT_MS)
  return scene
}

const UNPLACED = { name: InstalmentsEvents.CHECKOUT_UNPLACED, id: "inst_1" }

/** No order is possible, and `then` happens while the cart's lock is waited for. */
function noOrderBut(then: (scene: Scene) => void): Scene {
  const scene = new Scene((call) => {
    if (call === "lock") {
      then(scene)
    }
    return "works"
  })
  scene.fact = "the cart is gone"
  return scene
}

describe("an attempt to settle", () => {
  it("places the order, and says once that the payment has arrived", async () => {
    const scene = new Scene()
    const row = await attempt(scene)
    expect(row).toMatchObject({ outcome: "placed", order_id: "order_1" })
    expect(scene.emitted).toEqual([
      { name: InstalmentsEvents.CHECKOUT_SUCCESSFUL, id: "inst_1" },
    ])
    expect(scene.lines).toEqual([])
  })

  it("places the order that a killed attempt has left, and takes nothing", async () => {
    const scene = new Scene()
    scene.order = scene.anOrder()
    expect(await attempt(scene)).toMatchObject({ outcome: "placed" })
    expect(scene.calls).not.toContain("take")
  })

  it("repairs the books after an error, before it believes them", async () => {
    const scene = meeting({ take: "answer lost" })
    expect(await attempt(scene)).toMatchObject({ outcome: "placed" })
    expect(scene.calls.slice(scene.calls.indexOf("take"))).toEqual([
      "take",
      "repair",
      "placed",
    ])
  })

  it("changes nothing of a payment that was settled meanwhile", async () => {
    const scene = new Scene()
    scene.row.outcome = "held"
    const stale = { ...scene.row, outcome: "open" } as CheckoutRow
    const row = await attemptToSettle(stale, scene.settling)
    expect(row).toMatchObject({ outcome: "held", settle_attempts: 0 })
    expect(scene.calls).toEqual(["attempted"])
  })

  it("leaves a payment to whoever has tried it since the row was read", async () => {
    const scene = new Scene()
    const stale = { ...scene.row }
    await attempt(scene)
    scene.calls = []
    scene.row = { ...scene.row, outcome: "open" }
    const row = await attemptToSettle(stale, scene.settling)
    expect(row).toMatchObject({ outcome: "open", settle_attempts: 1 })
    expect(scene.calls).toEqual(["attempted"])
  })

  it("has written when the next one is due before it begins", async () => {
    const scene = meeting({ repair: "fails" })
    await attempt(scene)
    expect(scene.calls.slice(0, 3)).toEqual(["attempted", "emit", "repair"])
    expect(scene.row.next_check_at).toEqual(
      new Date(scene.now + settlePause(1))
    )
  })
})

describe("a payment that was not placed", () => {
  it("is due again when the reason passes, which is kept", async () => {
    const scene = meeting({ take: "fails" })
    expect(await attempt(scene)).toMatchObject({
      outcome: "open",
      last_error: "take failed",
      refusals: 0,
    })
    expect(scene.lines).toEqual([
      "warn: Instalment payment inst_1 is not placed yet (attempt 1): take failed. It is tried again.",
    ])
  })

  it("is due again when Medusa refused it twice, which counts once", async () => {
    const scene = meeting({ take: "refused" })
    expect(await attempt(scene)).toMatchObject({
      outcome: "open",
      last_error: "The cart could not be completed: no stock",
      refusals: 1,
    })
    expect(scene.calls.filter((call) => call === "take")).toHaveLength(2)
  })

  it("is placed when Medusa refuses it only the first time", async () => {
    const scene = meeting({ take: ["refused", "works"] })
    expect(await attempt(scene)).toMatchObject({ outcome: "placed" })
  })

  it.each([
    ["refused", 2],
    ["fails", 1],
    ["works", 0],
  ] as const)(
    "leaves nothing in the books: a take that %s is cleaned up after %i times",
    async (fate, times) => {
      const scene = meeting({ take: fate })
      let cleaned = 0
      scene.taking.cleanUp = async () => {
        cleaned++
      }
      await attempt(scene)
      expect(cleaned).toBe(times)
    }
  )

  it("is not believed to be placed while the books hold it twice", async () => {
    const scene: Scene = new Scene((call) => {
      if (call === "take") {
        scene.order = scene.anOrder({ twice: true })
      }
      return "works"
    })
    expect(await attempt(scene)).toMatchObject({
      outcome: "open",
      last_error: "its payment is missing in the books, or there twice",
    })
  })

  it("is returned at once for a fact that stays, and the store is told", async () => {
    const scene = new Scene()
    scene.fact = "the cart is gone"
    expect(await attempt(scene)).toMatchObject({ outcome: "returned" })
    expect(scene.lines).toEqual([
      "error: Instalment payment inst_1 is being returned: the cart is gone.",
    ])
    expect(scene.emitted).toContainEqual({
      ...UNPLACED,
      reason: "the cart is gone",
    })
  })

  it("is returned for trouble once it has waited for two hours, not before", async () => {
    const waiting = meeting({ take: "fails" })
    waitedLong(waiting).row.paid_at = new Date(waiting.now - MAX_WAIT_MS + 1)
    expect(await attempt(waiting)).toMatchObject({ outcome: "open" })
    const over = waitedLong(meeting({ take: "fails" }))
    expect(await attempt(over)).toMatchObject({
      outcome: "returned",
      held_reason: "4 attempts failed, the last with: take failed",
    })
  })

  it("is held when the store wants that", async () => {
    const scene = new Scene()
    scene.fact = "the cart is gone"
    scene.settling.ledger.options.unplacedPayments = "hold"
    expect(await attempt(scene)).toMatchObject({
      outcome: "held",
      held_kind: "no_order",
      held_reason: "the cart is gone",
    })
    expect(scene.lines).toEqual([
      "error: Instalment payment inst_1 is held: the cart is gone. The money has arrived; place the order, or return it.",
    ])
  })

  it("is held in other words when it was for what an order owed", async () => {
    const scene = new Scene()
    scene.row.cart_id = null
    scene.fact = "the order is cancelled"
    scene.settling.ledger.options.unplacedPayments = "hold"
    await attempt(scene)
    expect(scene.lines).toEqual([
      "error: Instalment payment inst_1 is held: the order is cancelled. The money has arrived; book it on the order once that owes it, or return it.",
    ])
  })

  it("stays with the person who had it tried by hand", async () => {
    const scene = meeting({ take: "fails" })
    scene.row.by_hand = true
    expect(await attempt(scene)).toMatchObject({ outcome: "held" })
  })

  it("is held with the refusal when a rule forbids to return it", async () => {
    const scene = meeting({ file: "fails" })
    scene.fact = "the cart is gone"
    expect(await attempt(scene)).toMatchObject({
      outcome: "held",
      held_reason: "the cart is gone; it could not be returned: file failed",
    })
  })
})

describe("the last word about a payment", () => {
  it("is its order, when somebody else has placed it just now", async () => {
    const scene = noOrderBut((now) => (now.order = now.anOrder()))
    expect(await attempt(scene)).toMatchObject({
      outcome: "placed",
      order_id: "order_1",
    })
    expect(scene.lines).toEqual([])
  })

  it("is that it goes back, when the order was paid by another one", async () => {
    const scene = noOrderBut(
      (now) => (now.order = now.anOrder({ reference: "inst_other" }))
    )
    expect(await attempt(scene)).toMatchObject({ outcome: "returned" })
  })

  it("is a person's, when its order holds it twice", async () => {
    const scene = noOrderBut(
      (now) => (now.order = now.anOrder({ twice: true }))
    )
    expect(await attempt(scene)).toMatchObject({ outcome: "held" })
    expect(scene.calls).not.toContain("file")
  })

  it("waits while the cart stays locked and the time is not over", async () => {
    const scene = meeting({ lock: "fails" })
    scene.fact = "the cart is gone"
    expect(await attempt(scene)).toMatchObject({
      outcome: "open",
      last_error: "lock failed",
    })
  })

  it("is a person's, when nobody gives the cart's lock back", async () => {
    const scene = waitedLong(meeting({ lock: "fails" }))
    scene.fact = "the cart is gone"
    expect(await attempt(scene)).toMatchObject({
      outcome: "held",
      held_reason: "4 attempts failed, the last with: lock failed",
    })
    expect(scene.calls).not.toContain("file")
  })

  it("is a person's, when the cart stays locked and its order cannot be read", async () => {
    const scene = waitedLong(
      meeting({ lock: "fails", readOrder: ["works", "fails"] })
    )
    scene.fact = "the cart is gone"
    expect(await attempt(scene)).toMatchObject({ outcome: "held" })
  })

  it("is its order, when who made it was killed with the cart's lock", async () => {
    const scene: Scene = waitedLong(
      new Scene((call) => {
        if (call === "lock") {
          scene.order = scene.anOrder()
          return "fails"
        }
        return "works"
      })
    )
    scene.fact = "the cart is gone"
    expect(await attempt(scene)).toMatchObject({ outcome: "placed" })
  })

  it("is not told by who finds that somebody else has said it", async () => {
    const scene = noOrderBut((now) => {
      now.row = { ...now.row, outcome: "placed", next_check_at: null }
    })
    expect(await attempt(scene)).toMatchObject({ outcome: "placed" })
    expect(scene.lines).toEqual([])
    expect(scene.emitted).not.toContainEqual(expect.objectContaining(UNPLACED))
  })

  it.each(["emit", "file"] as const)(
    "stays that it goes back, when the answer to %s was lost",
    async (call) => {
      const scene = waitedLong(meeting({ [call]: "answer lost" }))
      scene.fact = "the cart is gone"
      await attempt(scene).catch(() => null)
      expect(scene.row).toMatchObject({ outcome: "returned" })
      expect(scene.ends).toEqual(["returned"])
    }
  )
})

describe("who has lost the lease", () => {
  it("has Medusa take nothing", async () => {
    const scene = meeting({ prepare: "lease lost" })
    expect(await attempt(scene)).toMatchObject({ outcome: "open" })
    expect(scene.calls).not.toContain("take")
  })

  it.each(["lock", "readOrder", "file"] as const)(
    "decides nothing, also with %s to come and no time left",
    async (call) => {
      const scene = waitedLong(meeting({ [call]: "lease lost" }))
      scene.fact = "the cart is gone"
      await expect(attempt(scene)).rejects.toThrow("Taken over")
      expect(scene.row).toMatchObject({ outcome: "open" })
      expect(scene.row.next_check_at!.getTime()).toBeGreaterThan(scene.now)
    }
  )

  it("does not hold what the other one could place", async () => {
    const scene = meeting({ confirm: "lease lost" })
    scene.row.by_hand = true
    await expect(attempt(scene)).rejects.toThrow("Taken over")
    expect(scene.row).toMatchObject({ outcome: "open" })
  })
})

it.each([
  ["attempted", "open"],
  ["emit", "open"],
  ["repair", "open"],
  ["readOrder", "open"],
  ["prepare", "open"],
  ["confirm", "open"],
  ["take", "open"],
  ["placed", "open"],
] as const)(
  "when %s fails, the payment is %s and due again",
  async (call, outcome) => {
    const scene = meeting({ [call]: "fails" })
    await attempt(scene).catch(() => null)
    expect(scene.row).toMatchObject({ outcome })
    expect(scene.row.next_check_at).not.toBeNull()
    expect(scene.ends).toEqual([])
  }
)

/** What happens to the lease rather than to the call. */
const LEASE: Fate[] = ["lease lost", "settled"]

const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 6, arbitrary: fc.constant("works" as const) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Fate>(
      "fails",
      "answer lost",
      "lease lost",
      "settled",
      "refused"
    ),
  }
)

it("a payment ends once, as placed, returned or held, or is due again, whatever its calls meet", async () => {
  const world = fc.record({
    fates: fc.array(fate, { maxLength: 80 }),
    fact: fc.option(fc.constant("the cart is gone")),
    byHand: fc.boolean(),
    policy: fc.constantFrom("refund" as const, "hold" as const),
    waited: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(world, async ({ fates, fact, byHand, policy, waited }) => {
      const coming = fates.values()
      const scene = new Scene((call) => {
        const one = coming.next().value ?? "works"
        // Nothing comes between a lease that was confirmed and these writes.
        const isAtOnce = call === "held" || call === "placed"
        return isAtOnce && LEASE.includes(one) ? "works" : one
      })
      scene.fact = fact
      scene.row.by_hand = byHand
      scene.settling.ledger.options.unplacedPayments = policy
      if (waited) {
        waitedLong(scene)
      }
      // When the fates are used up everything works, so it comes to an end.
      for (let time = 0; time < 100 && scene.row.outcome === "open"; time++) {
        scene.isLeaseLost = false
        await attempt(scene).catch(() => null)
        const { next_check_at, outcome } = scene.row
        if (outcome === "open") {
          expect(next_check_at).not.toBeNull()
          scene.now = Math.max(scene.now + 1, next_check_at!.getTime())
        }
      }
      expect(["placed", "returned", "held"]).toContain(scene.row.outcome)
      expect(scene.ends).toEqual([scene.row.outcome])
      expect(scene.endsWithoutLease.filter((end) => end !== "placed")).toEqual(
        []
      )
      const isInBooks = scene.order?.reference === scene.row.id
      expect([scene.row.outcome, isInBooks]).not.toEqual(["returned", true])
      expect([scene.row.outcome, isInBooks]).not.toEqual(["placed", false])
    }),
    { numRuns: 2_000 }
  )
})
