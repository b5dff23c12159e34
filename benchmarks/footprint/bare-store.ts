import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

const root = resolve(__dirname, "../..")
const PLUGIN = "medusa-payment-instalments"

/**
 * Makes a folder with a store that has nothing but Medusa and, if so wanted, the
 * built plugin, installed as a package. Answers the folder.
 */
export function bareStore(withPlugin: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), "instalments-store-"))
  const modules = join(folder, "node_modules")
  mkdirSync(modules)
  for (const name of readdirSync(join(root, "node_modules"))) {
    symlinkSync(join(root, "node_modules", name), join(modules, name))
  }
  symlinkSync(root, join(modules, PLUGIN))
  copyFileSync(join(__dirname, "boot-once.cjs"), join(folder, "boot-once.cjs"))
  writeFileSync(join(folder, "package.json"), '{ "name": "store" }')
  writeFileSync(join(folder, "medusa-config.js"), config(withPlugin))
  return folder
}

function config(withPlugin: boolean): string {
  const options = {
    environment: "sandbox",
    baseUrl: process.env.INSTALMENTS_BASE_URL ?? "http://localhost:4010",
    clientSecret: "sandbox-client-secret",
    signingSecret: "sandbox-signing-secret",
    backendUrl: "http://localhost:9000",
    storefront: {
      successUrl: "http://localhost:8000/return?cart={cart_id}",
      cancelUrl: "http://localhost:8000/checkout?cart={cart_id}",
      orderUrl: "http://localhost:8000/order/{order_id}",
    },
  }
  const payment = {
    resolve: "@medusajs/medusa/payment",
    dependencies: ["instalments", "query"],
    options: {
      providers: [
        { resolve: `${PLUGIN}/providers/instalments`, id: "instalments" },
      ],
    },
  }
  const secrets = { jwtSecret: "bench", cookieSecret: "bench" }
  const ours = withPlugin
    ? { plugins: [{ resolve: PLUGIN, options }], modules: [payment] }
    : {}
  return `const { defineConfig } = require("@medusajs/framework/utils")
module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: ${JSON.stringify(secrets)},
  },
  admin: { disable: true },
  ...${JSON.stringify(ours)},
})
`
}
