import { randomUUID } from "node:crypto"
import {
  askService,
  callbacksFinding,
  clockDifference,
  clockFinding,
  keysFinding,
  databaseFinding,
  lockingFinding,
  optionsFindings,
  pageFinding,
  paymentModuleFinding,
  probeFinding,
  regionFindings,
  serviceFinding,
  signatureFinding,
  StoreDatabase,
} from "../../modules/instalments/health"
import { fillTemplate } from "../../modules/instalments/rules"
import type { InstalmentsOptions } from "../../modules/instalments/types"
import type { StoreSetup } from "./read-store"
import { line, type Finding } from "./report"

/**
 * The health list as far as it can be seen without a running store, in the order
 * in which one would mend things.
 */
export async function examine(store: StoreSetup): Promise<Finding[]> {
  const { findings, options } = optionsFindings(store.options)
  const deployment = {
    environment: options?.environment ?? ("sandbox" as const),
    ...store.deployment,
  }
  const first = [
    ...findings.map((found) => line("options", found)),
    line("payment module", paymentModuleFinding(store.payment)),
    line("locking module", lockingFinding(store.locking, deployment)),
  ]
  if (!options) {
    return first
  }
  const database = new StoreDatabase(store.database)
  try {
    const looked = await database.check()
    const isMigrated = "migrated" in looked && looked.migrated
    return [
      ...first,
      line("database", databaseFinding(looked)),
      ...(isMigrated ? await examineRegions(database, options) : []),
      ...("failure" in looked
        ? [line("service", UNASKED)]
        : await examineService(options, isMigrated ? database.limits : null)),
      line("keys", keysFinding(options)),
      ...(isMigrated ? [await examineRecorded(options, database)] : []),
      line("notify_url", await probeFinding(options)),
      ...(await examineStorefront(options)),
    ]
  } finally {
    await database.close()
  }
}

const UNASKED = {
  state: "unknown" as const,
  saw: "It was not asked: its rate limits are counted in the database.",
}

/** Whether shoppers can be offered instalments: region and currency. */
export async function examineRegions(
  database: StoreDatabase,
  { currency }: Pick<InstalmentsOptions, "currency">
): Promise<Finding[]> {
  const found = regionFindings(await database.regions(), currency)
  return found.map((one) => line("region", one))
}

/**
 * Address, TLS and client secret by reading the config once; the signature by a
 * refund of one cent for a checkout that does not exist, of which nothing can
 * come; and the clocks by when the two were answered.
 */
export async function examineService(
  options: InstalmentsOptions,
  limits: StoreDatabase["limits"] | null
): Promise<Finding[]> {
  const config = await askService(options, limits, "GET /api/config")
  const body = JSON.stringify({ checkout_id: randomUUID(), amount: 1 })
  const signed = await askService(options, limits, "POST /api/refunds", body)
  const difference = clockDifference(config, signed)
  return [
    line("service", serviceFinding(config, options)),
    line("signature", signatureFinding(signed, options)),
    line("clock", clockFinding(difference, options.clockOffset)),
  ]
}

/**
 * What the running store has recorded: whether callbacks come and are verified.
 * Strangers can send wrong ones, so that is only a note, unless payments come without
 * any.
 */
async function examineRecorded(
  { clockOffset }: InstalmentsOptions,
  { health }: Pick<StoreDatabase, "health">
): Promise<Finding> {
  const silence = await health.silence()
  const callbacks = callbacksFinding({
    verified_at: await health.lastVerified(),
    unverified: await health.unverified(),
    silence,
    now: Date.now() + clockOffset,
  })
  const isNote = callbacks.state === "warning" && !silence
  return line("callbacks", {
    ...callbacks,
    ...(isNote && { state: "note" as const }),
  })
}

/**
 * Whether the three pages are there to which shoppers come back: each is fetched
 * for a cart and an order that do not exist.
 */
export async function examineStorefront(
  options: Pick<InstalmentsOptions, "storefront" | "environment">
): Promise<Finding[]> {
  const { successUrl, cancelUrl, orderUrl } = options.storefront
  const made = {
    ...{ cart_id: "cart_doctor", order_id: "order_doctor" },
    country_code: "za",
  }
  const pages = Object.entries({ successUrl, cancelUrl, orderUrl })
  return Promise.all(
    pages.map(async ([name, template]) => {
      const url = fillTemplate(template, made)
      return line("storefront", await pageFinding(name, url, options))
    })
  )
}
