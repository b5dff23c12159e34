import { MedusaError } from "@medusajs/framework/utils"
import {
  next,
  stateOf,
  type CheckoutEvent,
} from "../../../modules/instalments/checkout/state"
import type { CheckoutRow } from "../../../modules/instalments/types"
import type { Settling } from "../attempt-to-settle"
import { place, type Taking } from "../place"
import type { PlacedOrder } from "../read-placed-order"

/**
 * What happens to one call: it works, it fails and has done nothing, it is done and
 * its answer is lost, or another process has taken the lease before it, and `settles`
 * the payment at once. Medusa can also refuse what is asked of it.
 */
export type Fate =
  "works" | "fails" | "answer lost" | "lease lost" | "settled" | "refused"

/** The calls that have a fate: one to the ledger, to Medusa, or for a lock. */
export type Call =
  | ("attempted" | "placed" | "notPlaced" | "held" | "file" | "emit")
  | ("repair" | "readOrder" | "prepare" | "take" | "lock" | "confirm")

const ENDS = ["placed", "returned", "held"]

/**
 * A payment of one checkout as settling meets it: a row whose changes follow the
 * ledger's table of states, Medusa's books, one lease, and a clock that stands still.
 */
export class Scene {
  now = Date.parse("2026-11-22T10:00:00Z")
  row = {
    id: "inst_1",
    cart_id: "cart_1",
    status: "successful",
    outcome: "open",
    creation: "answered",
    paid_at: new Date(this.now),
    next_check_at: new Date(this.now),
    settle_attempts: 0,
    refusals: 0,
    by_hand: false,
  } as CheckoutRow
  /** The order in Medusa's books that the cart became. */
  order: PlacedOrder | null = null
  isLeaseLost = false
  /** A fact that stays, for which no order can be placed. */
  fact: string | null = null
  /** Every end that the ledger was told, and those after the lease was lost. */
  ends: string[] = []
  endsWithoutLease: string[] = []
  calls: Call[] = []
  emitted: unknown[] = []
  lines: string[] = []

  constructor(
    private readonly fateOf: (call: Call, nth: number) => Fate = () => "works"
  ) {}

  /** An order that holds the payment of this checkout, or of another one. */
  anOrder(more: Partial<PlacedOrder> = {}): PlacedOrder {
    const { id: reference } = this.row
    return { id: "order_1", reference, twice: false, amount: 100, ...more }
  }

  readonly taking: Taking = {
    tries: 2,
    repair: () => this.call("repair", () => this.order),
    readOrder: () => this.call("readOrder", () => this.order),
    prepare: () =>
      this.call("prepare", () =>
        this.fact ? { fact: this.fact } : { take: () => this.take() }
      ),
    refused: (message) => `The cart could not be completed: ${message}`,
  }

  readonly settling: Settling = {
    ledger: {
      now: () => this.now,
      options: { unplacedPayments: "refund" },
      retrieveCheckout: async () => ({ ...this.row }),
      outcomes: {
        attempted: (read, { next_check_at }) => {
          const settle_attempts = read.settle_attempts + 1
          return this.call("attempted", () =>
            this.row.settle_attempts === read.settle_attempts
              ? this.change("attempted", { next_check_at, settle_attempts })
              : null
          )
        },
        placed: (_, { order_id }) =>
          this.write("placed", { ...ended("placed"), order_id }),
        notPlaced: (_, { last_error, isRefusal }) => {
          const refusals = this.row.refusals + (isRefusal ? 1 : 0)
          return this.call("notPlaced", () =>
            this.change("attempted", { last_error, refusals })
          )
        },
        held: (_, { kind, reason }) =>
          this.write("held", {
            ...ended("held"),
            held_kind: kind,
            held_reason: reason,
          }),
      },
      returns: {
        // As the ledger does: lease, state and requests in one commit.
        file: (_, held_reason) =>
          this.call("file", () => {
            this.confirm()
            const change = { ...ended("returned"), held_reason }
            const row = this.change("returned", change)
            if (!row) {
              throw new Error(`A ${this.row.outcome} one is not returned`)
            }
            return { row, filed: null }
          }),
      },
      events: {
        emit: (name, data) =>
          this.call("emit", () => {
            this.emitted.push({ name, ...data })
          }),
      },
    },
    log: {
      warn: (line) => this.lines.push(`warn: ${line}`),
      error: (line) => this.lines.push(`error: ${line}`),
    },
    lease: { confirm: () => this.call("confirm", () => this.confirm()) },
    place: (checkout) => place(checkout, this.taking, this.settling.lease),
    readOrder: () => this.taking.readOrder(),
    betweenCompletions: async (_, work) => {
      await this.call("lock", () => {})
      return work()
    },
  }

  private async call<T>(call: Call, work: () => T | Promise<T>): Promise<T> {
    const nth = this.calls.filter((one) => one === call).length + 1
    this.calls.push(call)
    const fate = this.fateOf(call, nth)
    if (fate === "fails") {
      throw new Error(`${call} failed`)
    }
    if (fate === "lease lost" || fate === "settled") {
      this.isLeaseLost = true
    }
    if (fate === "settled") {
      this.settleElsewhere()
    }
    if (fate === "refused" && call === "take") {
      return refusal() as T
    }
    const answer = await work()
    if (fate === "answer lost") {
      throw new Error(`The answer to ${call} was lost`)
    }
    return answer
  }

  /** Medusa's completion: it names an error, and throws none. */
  private take(): Promise<unknown> {
    return this.call("take", () => {
      // The provider asks the ledger: what goes back is not sold.
      if (this.row.outcome === "returned") {
        return refusal()
      }
      this.order ??= this.anOrder()
      return undefined
    }).catch((error: unknown) => error)
  }

  /** Another process decides, as settling does. */
  private settleElsewhere() {
    if (this.row.outcome === "open") {
      const isPlaced = this.order?.reference === this.row.id
      const outcome = isPlaced ? "placed" : "returned"
      this.change(outcome, ended(outcome), true)
    }
  }

  private confirm() {
    if (this.isLeaseLost) {
      throw new MedusaError(MedusaError.Types.CONFLICT, "Taken over")
    }
  }

  private write(
    event: CheckoutEvent & Call,
    change: Partial<CheckoutRow>
  ): Promise<CheckoutRow | null> {
    return this.call(event, () => this.change(event, change))
  }

  private change(
    event: CheckoutEvent,
    change: Partial<CheckoutRow>,
    isElsewhere = false
  ): CheckoutRow | null {
    const moved = next(stateOf(this.row), event)
    if ("refusal" in moved) {
      return null
    }
    this.row = { ...this.row, ...change }
    if (ENDS.includes(moved.state)) {
      this.ends.push(moved.state)
      if (this.isLeaseLost && !isElsewhere) {
        this.endsWithoutLease.push(moved.state)
      }
    }
    return { ...this.row }
  }
}

const ended = (outcome: "placed" | "returned" | "held") => ({
  outcome,
  next_check_at: null,
})

const refusal = () => new MedusaError(MedusaError.Types.NOT_ALLOWED, "no stock")
