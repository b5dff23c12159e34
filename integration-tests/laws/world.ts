import { WorkflowScheduler } from "@medusajs/framework/orchestration"
import { momentOf, dayOf } from "../../src/modules/instalments/domain/calendar"
import type { JobName, Store } from "../harness/with-store"
import { ordersOf, type OrderBooks } from "./books"
import type { Scene } from "./scene"
import { openAbroad } from "../harness/abroad"
import { Prices } from "../harness/prices"
import { keepRows, untilQuiet } from "../harness/rewound-database"
import { ShopSettings } from "../harness/shop-settings"
import { waitInSimulatedTime } from "../harness/simulated-time"
import { OtherSystem } from "./other-system"
import { endDoubts, finishChanges, identifyWhatIsAsked } from "./person"
import type { SecondInstance } from "./second-instance/second-instance"
import { Shopper } from "./shopper"
import { makeCodes } from "./steps/prices"
import { Support } from "./support"

/** The two shoppers of a program, by the names that its sentences use. */
export type Name = "Thandi" | "Sipho"

/**
 * Later than the hour at which refunds of the day before are sent, so that a
 * day later they are due.
 */
const DAY_BEGINS = 11

/**
 * The world of one program: the store and the service with only the shop in
 * them, and one virtual time for both, which starts at eleven in the morning.
 */
export class World {
  readonly shoppers: Record<Name, Shopper>
  readonly shop: ShopSettings
  readonly others: OtherSystem
  readonly support: Support
  /** How far the store's clock is ahead of the service's. */
  skewMs = 0
  /** The region in dollars. */
  abroad = ""
  /** The orders of Thandi's that were drafts. */
  readonly draftIds: string[] = []

  private constructor(
    readonly store: Store,
    private readonly second?: SecondInstance
  ) {
    this.shoppers = { Thandi: new Shopper(store), Sipho: new Shopper(store) }
    this.shop = new ShopSettings(store)
    this.others = new OtherSystem(store)
    this.support = new Support(store)
  }

  /** Writes the shop of all programs, once, and keeps its rows. */
  static async found(store: Store): Promise<void> {
    await new ShopSettings(store).open()
    await openAbroad(store)
    await makeCodes(new Prices(store))
    // The jobs run when a program says so, not by real time.
    await new WorkflowScheduler().clear()
    await untilQuiet(store.db)
    await store.db.raw(`drop event trigger note_change;
      drop event trigger note_drop; drop schema kept cascade`)
    await keepRows(store.db)
  }

  /** A fresh world in a store that has run other programs before. */
  static async begin(store: Store, second?: SecondInstance): Promise<World> {
    const { sandbox, ledger } = store
    await rewind(store)
    sandbox.reset()
    sandbox.set({ limits: { clock: "sandbox" } })
    const world = new World(store, second)
    liveInTimeOf(world)
    const { timeZone } = ledger.options
    const tomorrow = dayOf(sandbox.now(), timeZone) + 1
    const morning = momentOf(tomorrow, DAY_BEGINS, timeZone)
    await sandbox.advance(morning - sandbox.now())
    await ledger.config.refresh()
    ledger.options.unplacedPayments = "refund"
    ledger.options.refunds.sameDay = "schedule"
    world.abroad = await openAbroad(store)
    return world
  }

  /** The carts of this program. */
  get cartIds(): string[] {
    return Object.values(this.shoppers).flatMap(({ cartId }) => cartId ?? [])
  }

  /** Thandi's order, once there is one. */
  async thandisOrder(): Promise<OrderBooks | undefined> {
    const { cartId = "none" } = this.shoppers.Thandi
    const [order] = await ordersOf(this.store, [cartId], this.draftIds)
    return order
  }

  /** Lets time pass; what is due at the service happens in order. */
  async passTime(ms: number) {
    await this.store.sandbox.advance(ms)
  }

  /** The merchant does what the console asks of a person. */
  async asked() {
    await identifyWhatIsAsked(this.store)
    await endDoubts(this.store)
    await finishChanges(this.store)
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

/** The database as `found` left it: no program makes a later one slower. */
async function rewind({ db }: Store) {
  await untilQuiet(db)
  // The faults of a program create triggers, and drop them again.
  await db.raw(`select setval('kept."the changes"', 1, false)`)
  await db.raw("select kept.rewind()")
}

/** The store uses the service's time, plus the difference `skewMs`. */
export function liveInTimeOf(
  scene: Pick<Scene, "store" | "passTime" | "skewMs">
) {
  const { ledger, sandbox } = scene.store
  Object.defineProperty(ledger.options, "clockOffset", {
    configurable: true,
    get: () => sandbox.now() - Date.now() + (scene.skewMs ?? 0),
    set: () => undefined,
  })
  waitInSimulatedTime(scene)
}
