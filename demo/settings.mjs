import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

/** The repository's root. */
export const root = fileURLToPath(new URL("..", import.meta.url))

/** Where everything that the demo keeps is: `DEMO_DATA`, else `demo/.data`. */
export const dataFolder = process.env.DEMO_DATA
  ? resolve(process.env.DEMO_DATA)
  : join(root, "demo", ".data")

/** Where a demo that runs describes itself: `DEMO_RUN_FILE`, else this one. */
export const runFile = process.env.DEMO_RUN_FILE
  ? resolve(process.env.DEMO_RUN_FILE)
  : join(root, "demo", ".run.json")

const backend = port("DEMO_PORT", 9000)
const storefront = port("DEMO_STOREFRONT_PORT", 8000)
const sandbox = port("DEMO_SANDBOX_PORT", 4010)
const service = process.env.INSTALMENTS_BASE_URL?.replace(/\/+$/, "")

/** The ports that the demo listens on, and which variable moves each. */
export const ports = [
  { port: backend, use: "backend", variable: "DEMO_PORT" },
  { port: storefront, use: "storefront", variable: "DEMO_STOREFRONT_PORT" },
  ...(service
    ? []
    : [{ port: sandbox, use: "sandbox", variable: "DEMO_SANDBOX_PORT" }]),
]

/** Where everything answers; `ownSandbox` is false with a service given. */
export const addresses = {
  backend: `http://localhost:${backend}`,
  storefront: `http://localhost:${storefront}`,
  sandbox: service ?? `http://localhost:${sandbox}`,
  ownSandbox: service === undefined,
}

/** Whom the seed lets into the admin. */
export const admin = {
  email: "admin@demo.test",
  password: "demo-password-1",
}

/**
 * What the store's own processes read; everything else is passed through. Medusa
 * compiles its admin while it is used in development, else it serves a built one.
 */
export function storeEnvironment(databaseUrl) {
  return {
    NODE_ENV: process.env.DEMO_ADMIN === "built" ? "test" : "development",
    DATABASE_URL: databaseUrl,
    DEMO_PORT: String(backend),
    PORT: String(backend),
    INSTALMENTS_BASE_URL: addresses.sandbox,
    INSTALMENTS_BACKEND_URL: addresses.backend,
    INSTALMENTS_STOREFRONT_URL: addresses.storefront,
    MEDUSA_DISABLE_TELEMETRY: "true",
  }
}

function port(variable, usual) {
  const value = Number(process.env[variable] || usual)
  if (!Number.isInteger(value) || value < 1 || value > 65_535) {
    throw new Error(
      `${variable} must be a port, a number from 1 to 65535, and is ` +
        `"${process.env[variable]}".`
    )
  }
  return value
}
