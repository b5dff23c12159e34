import { WorkflowScheduler } from "@medusajs/framework/orchestration"
import { TABLES } from "../../src/modules/instalments/ledger/rows"
import { momentOf, dayOf } from "../../src/modules/instalments/domain/calendar"
import type { JobName, Store } from "../store/with-store"
import type { Scene } from "./scene"
import { ShopFloor } from "../store/shop-floor"
import type { SecondInstance } from "./second-instance/second-instance"
import { Shopper } from "./shopper"

/** The two shoppers of a program, by the names that its sentences use. */
export type Name = "Thandi" | "Sipho"

/** Later than refunds of the day before are sent: a day on, they are due. */
const DAY_BEGINS = 11

/**
 * What one program plays in: the store and the service with nothing in them but
 * the shop, and one virtual time for both, one morning at eleven.
 */
export class World {
  readonly shoppers: Record<Name, Shopper>
  readonly shop: ShopFloor

  private constructor(
    readonly store: Store,
    private readonly second?: SecondInstance
  ) {
    this.shoppers = { Thandi: new Shopper(store), Sipho: new Shopper(store) }
    this.shop = new ShopFloor(store)
  }

  /** A fresh world in a store that has run other programs before. */
  static async begin(store: Store, second?: SecondInstance): Promise<World> {
    const { sandbox, ledger } = store
    sandbox.reset()
    sandbox.set({ limits: { clock: "sandbox" } })
    // The jobs run when a program says so, not by the wall's clock.
    await new WorkflowScheduler().clear()
    liveInTimeOf(store)
    const tables = [
      ...Object.values(TABLES),
      "instalments_checkout_session",
      "instalments_request_limit",
      "instalments_sweep",
    ]
    await ledger.db.raw(`truncate ${tables.join(", ")}`)
    const { timeZone } = ledger.options
    const tomorrow = dayOf(sandbox.now(), timeZone) + 1
    const morning = momentOf(tomorrow, DAY_BEGINS, timeZone)
    await sandbox.advance(morning - sandbox.now())
    await ledger.config.refresh()
    ledger.options.unplacedPayments = "refund"
    ledger.options.refunds.sameDay = "schedule"
    const world = new World(store, second)
    await world.shop.open()
    return world
  }

  /** The carts of this program. */
  get cartIds(): string[] {
    return Object.values(this.shoppers).flatMap(({ cartId }) => cartId ?? [])
  }

  /** Lets time pass; what becomes due at the service happens in its order. */
  async passTime(ms: number) {
    await this.store.sandbox.advance(ms)
  }

  /** Runs a scheduled job, in whichever instance of the store serves now. */
  async runJob(name: JobName) {
    await (this.second ?? this.store).runJob(name)
  }

  /** Kills the instance that does `deed` before its nth write, if it has so many. */
  async killedBefore(nth: number, deed: () => Promise<unknown>) {
    await (this.second ? this.second.serve(nth, deed) : deed())
  }
}

/** Store and service count in one time, the service's. */
export function liveInTimeOf({ ledger, sandbox }: Scene["store"]) {
  Object.defineProperty(ledger.options, "clockOffset", {
    configurable: true,
    get: () => sandbox.now() - Date.now(),
    set: () => undefined,
  })
  ledger.limits.clock = () => sandbox.now()
}
