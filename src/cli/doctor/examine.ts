import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InstalmentsOptions } from "../../modules/instalments/options/parse-options"
import { checkCallbackAddress } from "./checks/callback-address"
import { checkClock } from "./checks/clock"
import { checkDatabase } from "./checks/database"
import { checkLockingModule } from "./checks/locking-module"
import { checkOptions } from "./checks/options"
import { checkPaymentModule } from "./checks/payment-module"
import { checkRegion } from "./checks/region"
import { checkService } from "./checks/service"
import { checkSignature } from "./checks/signature"
import { connect } from "./connect"
import type { Finding } from "./finding"
import { openGate, storeGate, type Gate } from "./gate"
import type { StoreSetup } from "./read-store"

/** Every check of a store, in the order in which one would mend things. */
export async function examine(store: StoreSetup): Promise<Finding[]> {
  const { findings, options } = checkOptions(store.options)
  const first = [
    ...findings,
    checkPaymentModule(store.payment),
    ...checkLockingModule(store.locking),
  ]
  if (!options) {
    return first
  }
  const db = connect(store.database)
  try {
    return [...first, ...(await examineRunning(options, db))]
  } finally {
    await db.destroy()
  }
}

async function examineRunning(
  options: InstalmentsOptions,
  db: Knex
): Promise<Finding[]> {
  const { finding, reached, migrated } = await checkDatabase(db)
  const region = migrated ? await checkRegion(db, options.currency) : []
  const callback = await checkCallbackAddress(options)
  const gate = migrated ? storeGate(db) : openGate
  const service = reached ? await askService(options, gate) : [UNASKED]
  return [finding, ...region, ...service, callback]
}

async function askService(
  options: InstalmentsOptions,
  gate: Gate
): Promise<Finding[]> {
  const service = await checkService(options, gate)
  const signature = await checkSignature(options, gate)
  const clock = checkClock(
    service.answer ?? signature.answer,
    options.clockOffset
  )
  return [service.finding, signature.finding, clock]
}

const UNASKED: Finding = {
  check: "service",
  state: "unknown",
  saw: "not asked: its rate limits are counted in the database",
  next: "Mend the database first.",
}
