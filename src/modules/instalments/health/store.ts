import { PROVIDER_ID } from "../name"
import {
  parseOptions,
  WrongOptions,
  type InstalmentsOptions,
} from "../options/parse-options"
import type { Finding } from "./list"

/** Which service this store uses, and which clock. */
export function environmentFinding({
  baseUrl,
  clockOffset,
}: Pick<InstalmentsOptions, "baseUrl" | "clockOffset">): Finding {
  const saw = `Payments go to ${baseUrl}.`
  return clockOffset === 0
    ? { state: "ok", saw }
    : {
        state: "note",
        saw: `${saw} The plugin's clock is shifted by clockOffset.`,
      }
}

/** Whether a list of keys still has an older one, and when that can go. */
export function keysFinding({
  clientSecret,
  signingSecret,
  callback,
}: Pick<InstalmentsOptions, "clientSecret" | "signingSecret"> & {
  callback: Pick<InstalmentsOptions["callback"], "key">
}): Finding {
  const isShared = callback.key.join("\n") === signingSecret.join("\n")
  const lists = {
    clientSecret,
    signingSecret,
    ...(!isShared && { "callback.key": callback.key }),
  }
  const several = Object.entries(lists)
    .filter(([, keys]) => keys.length > 1)
    .map(([option, keys]) => `${option} has ${keys.length} keys`)
  return several.length === 0
    ? { state: "ok", saw: "There is one key of each kind." }
    : {
        state: "ok",
        saw: `${several.join(", ")}: requests use the first.`,
        next: "Take the old one out once the new one is in use everywhere and no callback comes any more that the old one signed, three hours later. Payment links that it made then end.",
      }
}

/**
 * Checks the plugin's options by the rules that the store uses when it boots.
 */
export function optionsFindings(given: unknown): {
  findings: Finding[]
  options?: InstalmentsOptions
} {
  if (given === undefined) {
    return {
      findings: [
        wrong(
          'medusa-config names no plugin "medusa-payment-instalments".',
          "npx medusa-payment-instalments init prints the lines to paste."
        ),
      ],
    }
  }
  try {
    const options = parseOptions(given)
    const { environment, currency } = options
    const saw = `All are right; environment ${environment}, ${currency}.`
    return { findings: [{ state: "ok", saw }], options }
  } catch (error) {
    if (!(error instanceof WrongOptions)) {
      throw error
    }
    return {
      findings: error.problems.map((problem) =>
        wrong(problem, "Change it in medusa-config or its environment.")
      ),
    }
  }
}

/** The payment module of a store; `provider` is our provider's id in it. */
export type PaymentModule = {
  dependencies: string[]
  provider: string | undefined
}

const NEEDS = ["instalments", "query"]

/** Whether medusa-config registers the provider, with its dependencies. */
export function paymentModuleFinding({
  provider,
  dependencies,
}: PaymentModule): Finding {
  const missing = NEEDS.filter((name) => !dependencies.includes(name))
  if (!provider) {
    return wrong(
      "It does not name the provider medusa-payment-instalments/providers/instalments.",
      "npx medusa-payment-instalments init prints the lines to paste."
    )
  }
  if (provider !== "instalments") {
    return wrong(
      `It gives the provider the id "${provider}".`,
      'Give it the id "instalments": carts and the ledger know it by that.'
    )
  }
  return missing.length > 0
    ? wrong(
        `Its dependencies lack ${missing.join(" and ")}.`,
        'Add dependencies: ["instalments", "query"] to it in medusa-config.'
      )
    : { state: "ok", saw: "It has the provider and what it needs." }
}

const DATABASE_ERRORS: Record<string, string> = {
  "28P01": "refuses the password of DATABASE_URL",
  "28000": "refuses the user of DATABASE_URL",
  "3D000": "has no database of this name",
  ECONNREFUSED: "does not listen where DATABASE_URL says",
  ENOTFOUND: "has a name that DNS does not know",
}

/** Whether the database answers and has the plugin's tables, or its error code. */
export function databaseFinding(
  looked: { migrated: boolean } | { failure: string }
): Finding {
  if ("failure" in looked) {
    const { failure } = looked
    return wrong(
      `PostgreSQL ${DATABASE_ERRORS[failure] ?? `cannot be used (${failure})`}.`,
      "Correct DATABASE_URL, or start PostgreSQL."
    )
  }
  return looked.migrated
    ? { state: "ok", saw: "It answers, with the plugin's tables." }
    : wrong("It has no tables of this plugin.", "Run npx medusa db:migrate.")
}

/** A region of the store, and whether its shoppers can choose instalments. */
export type Region = { name: string; currency_code: string; enabled: boolean }

/**
 * Whether shoppers of any region can choose instalments, and none in a currency
 * that the service does not take. `isKnown`: Medusa has registered the
 * provider.
 */
export function regionFindings(
  regions: Region[],
  currency: string,
  isKnown = true
): Finding[] {
  if (!isKnown) {
    return [
      wrong(
        `Medusa does not know the provider ${PROVIDER_ID} yet.`,
        "Start the store once: it takes new providers up at its start."
      ),
    ]
  }
  const fits = (one: Region) => one.currency_code.toUpperCase() === currency
  const foreign = regions
    .filter((one) => one.enabled && !fits(one))
    .map(({ name, currency_code }): Finding => ({
      state: "warning",
      saw: `${name} offers instalments in ${currency_code.toUpperCase()}, the service takes ${currency}.`,
      next: "Take the provider out of this region in the admin: Settings, Regions.",
    }))
  return [enabledFinding(regions.filter(fits), currency), ...foreign]
}

function enabledFinding(fitting: Region[], currency: string): Finding {
  const enabled = fitting.filter((one) => one.enabled)
  if (enabled.length > 0) {
    const saw = `Enabled in ${names(enabled)} (${currency}).`
    return { state: "ok", saw }
  }
  return fitting.length > 0
    ? wrong(
        `Instalments are not enabled in ${names(fitting)}.`,
        "In the admin: Settings, Regions, the region, Edit, Payment Providers, Instalments."
      )
    : wrong(
        `No region sells in ${currency}, the only currency of instalments here.`,
        currency === "ZAR"
          ? "npx medusa-payment-instalments init --zar makes one, with VAT and a delivery; or add one in the admin: Settings, Regions."
          : "Add one in the admin: Settings, Regions."
      )
}

function names(regions: Region[]): string {
  return regions.map(({ name }) => name).join(", ")
}

function wrong(saw: string, next: string): Finding {
  return { state: "error", saw, next }
}
