import { createRequire } from "node:module"
import { join } from "node:path"
import { z } from "@medusajs/framework/zod"
import {
  type DatabaseSettings,
  type Locking,
  lockingOf,
  type PaymentModule,
} from "../../modules/instalments/health"
import type { Deployment } from "../../modules/instalments/types"

const PLUGIN = "medusa-payment-instalments"

const loose = z.record(z.string(), z.unknown())
const named = z.object({ resolve: z.string(), options: loose.optional() })
const providers = z.array(
  z.object({
    resolve: z.unknown(),
    id: z.string(),
    is_default: z.boolean().optional(),
  })
)
const withProviders = z.object({
  dependencies: z.array(z.string()).default([]),
  options: z.object({ providers: providers.default([]) }).prefault({}),
})

/** What Medusa's `defineConfig` makes of a medusa-config, as far as it counts. */
const storeConfig = z.object({
  projectConfig: z.object({
    databaseUrl: z.string().optional(),
    databaseSchema: z.string().default("public"),
    databaseDriverOptions: loose.optional(),
    redisUrl: z.string().optional(),
    workerMode: z.string().optional(),
  }),
  plugins: z.array(z.union([z.string(), named])).default([]),
  modules: z.record(z.string(), z.unknown()).default({}),
})

/** A store's set-up. `options` are undefined where the plugin is not named. */
export type StoreSetup = {
  options: unknown
  payment: PaymentModule
  locking: Locking
  deployment: Omit<Deployment, "environment">
  database: DatabaseSettings
}

/**
 * Reads the medusa-config of a store's folder as Medusa does, with the store's
 * own TypeScript loader if it has one.
 *
 * @throws Error when there is none, or when it cannot be run
 */
export function readStore(directory: string): StoreSetup {
  const load = createRequire(join(directory, "package.json"))
  try {
    load("ts-node").register({ cwd: directory, transpileOnly: true })
  } catch {
    // A built store has none and needs none: its medusa-config is JavaScript.
  }
  const file = join(directory, "medusa-config")
  const loaded = load(file) as { default?: unknown }
  return setupOf(loaded.default ?? loaded)
}

/** What the doctor needs of a medusa-config that was run. */
export function setupOf(config: unknown): StoreSetup {
  const { projectConfig, plugins, modules } = storeConfig.parse(config)
  const { redisUrl, workerMode, ...database } = projectConfig
  const plugin = plugins
    .map((one) => (typeof one === "string" ? { resolve: one } : one))
    .find(({ resolve }) => resolve === PLUGIN)
  // The repository itself runs as a store that names the module alone.
  const direct = named.safeParse(modules.instalments).data
  return {
    options: plugin ? (plugin.options ?? {}) : direct?.options,
    payment: paymentOf(modules.payment),
    locking: lockingOf(lockingKind(modules.locking)),
    deployment: { redis: Boolean(redisUrl), workerMode },
    database,
  }
}

/** The dependencies and providers of a module; none where it names none. */
function read(module: unknown) {
  const { data } = withProviders.safeParse(module)
  const { dependencies = [], options } = data ?? {}
  return { dependencies, providers: options?.providers ?? [] }
}

function paymentOf(module: unknown): PaymentModule {
  const { dependencies, providers } = read(module)
  const ours = providers.find(({ resolve }) =>
    /\/providers\/instalments$/.test(String(resolve))
  )
  return { dependencies, provider: ours?.id }
}

/** Medusa takes the one that is called the default, or the only one, or its own. */
function lockingKind(module: unknown): string {
  const { providers } = read(module)
  const used =
    providers.length === 1
      ? providers[0]
      : providers.find((one) => one.is_default)
  return String(used?.resolve ?? "in-memory")
    .split("/")
    .pop()!
}
