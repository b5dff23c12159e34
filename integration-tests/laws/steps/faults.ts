import { isCancel } from "axios"
import * as fc from "fast-check"
import { Modules } from "@medusajs/framework/utils"
import { messageOf } from "../../../src/modules/instalments/telemetry/log"
import { untilQuiet } from "../../harness/rewound-database"
import { failingOnce, type Writer } from "../database-fault"
import type { World } from "../world"
import { consoleSteps } from "./console"
import { cancelSteps, refund, refundSteps } from "./merchant"
import { balanceSteps } from "./orders"
import { failRefunds } from "./returns"
import { callbackSteps } from "./service"
import { paymentSteps } from "./shoppers"
import type { Step } from "./step"
import { jobSteps } from "./time"

const MINUTE = 60_000
/** How often a deed of the plugin writes, and core for a refund. */
const MOST_WRITES = { "the plugin": 10, core: 3 }
/** How many events, or groups of events, a deed emits. */
const MOST_EVENTS = 4
/** Within a refund and after it, in real time. */
const LONGEST_WAIT_MS = 150
const FAULT = /is away for a moment|answered 500/
const SKEWS = {
  "goes eleven minutes ahead of the service's": 11 * MINUTE,
  "falls eleven minutes behind the service's": -11 * MINUTE,
  "agrees with the service's again": 0,
}

/**
 * Faults during one action of the store: in its database, on its event bus, or
 * of its client.
 */
export function faultSteps(): fc.Arbitrary<Step> {
  const refunds = fc.oneof(...refundSteps(), ...cancelSteps())
  const deeds = fc.oneof(
    ...paymentSteps(),
    ...consoleSteps(),
    ...balanceSteps(),
    { weight: 4, arbitrary: callbackSteps() },
    { weight: 12, arbitrary: jobSteps() },
    { weight: 20, arbitrary: refunds }
  )
  return fc.oneof(
    { weight: 3, arbitrary: databaseSteps("the plugin", deeds) },
    { weight: 2, arbitrary: databaseSteps("core", refunds) },
    { weight: 3, arbitrary: eventSteps(deeds) },
    { weight: 2, arbitrary: hangUpSteps(refunds) }
  )
}

/** Faults outside of the store: at the service, and between two clocks. */
export function mishapSteps(): fc.WeightedArbitrary<Step>[] {
  return [
    {
      weight: 2,
      arbitrary: fc.constantFrom(undefined, 50_00).map((cents) => ({
        says: `the service's support refunds ${cents ? "50.00" : "as much as the store did last"} by itself`,
        run: ({ support }) => support.refund(cents),
      })),
    },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom("down" as const, "lost_answer" as const)
        .map((kind): Step => ({
          says: `the merchant refunds 100.50 to Thandi, ${kind === "down" ? "the service never hears of it" : "the answer is lost"}, and support refunds as much by itself`,
          run: async (world) => {
            const path = "/api/refunds"
            const clear = world.store.sandbox.fault({
              kind,
              method: "POST",
              path,
            })
            await refund(world, () => 100.5)
            clear()
            await world.support.refund()
          },
        })),
    },
    {
      weight: 3,
      arbitrary: fc.constant({
        says: "the store's refunds that are under way at the service fail",
        run: failRefunds,
      }),
    },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(...Object.entries(SKEWS))
        .map(([does, skewMs]) => ({
          says: `the store's clock ${does}`,
          run: async (world) => {
            world.skewMs = skewMs
          },
        })),
    },
  ]
}

function databaseSteps(
  writer: Writer,
  deeds: fc.Arbitrary<Step>
): fc.Arbitrary<Step> {
  const writes = fc.integer({ min: 1, max: MOST_WRITES[writer] })
  return fc.tuple(writes, deeds).map(([nth, { says, run }]) => ({
    says: `${says}, and the database fails write ${nth} of ${writer}`,
    run: (world) =>
      failingOnce(world.store, { writer, nth }, () => mayFail(run(world))),
  }))
}

function eventSteps(deeds: fc.Arbitrary<Step>): fc.Arbitrary<Step> {
  const events = fc.integer({ min: 1, max: MOST_EVENTS })
  return fc.tuple(events, deeds).map(([nth, { says, run }]) => ({
    says: `${says}, and the event bus rejects event ${nth} of it`,
    run: async (world) => {
      const bus = world.store.container.resolve(Modules.EVENT_BUS)
      const emit = bus.emit.bind(bus)
      let emitted = 0
      const spy = jest
        .spyOn(bus, "emit")
        .mockImplementation(async (...event) => {
          emitted += 1
          if (emitted === nth) {
            throw new Error("The event bus is away for a moment")
          }
          await emit(...event)
        })
      await mayFail(run(world)).finally(() => spy.mockRestore())
    },
  }))
}

/** The client does not wait for the answer; the store continues. */
function hangUpSteps(deeds: fc.Arbitrary<Step>): fc.Arbitrary<Step> {
  const waits = fc.integer({ min: 1, max: LONGEST_WAIT_MS })
  return fc.tuple(waits, deeds).map(([ms, { says, run }]) => ({
    says: `${says}, and the client hangs up after ${ms} ms`,
    run: async (world) => {
      const { store } = world
      store.hangsUpAfterMs = ms
      await mayFail(run(world)).finally(
        () => (store.hangsUpAfterMs = undefined)
      )
      // Work that continues without its client ends first.
      await untilQuiet(store.db)
    },
  }))
}

/**
 * Because of the fault a deed may fail, or an answer be 500; any other failure
 * is an error.
 */
async function mayFail(deed: Promise<unknown>): Promise<void> {
  await deed.catch((error: unknown) => {
    if (!isCancel(error) && !FAULT.test(messageOf(error))) {
      throw error
    }
  })
}
