/** medusa-configs as stores have them, for the tests of `init`. */

const project = `\
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: process.env.STORE_CORS!, // the shop
      jwtSecret: process.env.JWT_SECRET,
    },
  },`

/** As Medusa's monorepo starter has it: single quotes, no comma at the end. */
export const starter = `\
import { loadEnv, defineConfig } from '@medusajs/framework/utils'

loadEnv(process.env.NODE_ENV || 'development', process.cwd())

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: process.env.STORE_CORS!,
      jwtSecret: process.env.JWT_SECRET,
    }
  }
})
`

const stripe = `{ resolve: "@medusajs/medusa/payment-stripe", id: "stripe", options: { apiKey: process.env.STRIPE_API_KEY } }`

/** Configs that can be edited, by what is special in them. */
export const editable: Record<string, string> = {
  "the starter's": starter,
  "line ends of Windows": starter.replaceAll("\n", "\r\n"),
  tabs: starter.replace(/^( {2})+/gm, (spaces) =>
    "\t".repeat(spaces.length / 2)
  ),
  "an ES module in JavaScript": `\
import { defineConfig } from "@medusajs/framework/utils"
export default defineConfig({ projectConfig: {} })
`,
  "an object without defineConfig": `\
module.exports = { projectConfig: {}, plugins: [], modules: [] }
`,
  "a constant that is exported": `\
import { defineConfig } from "@medusajs/framework/utils"
const plugins = [
  // Our own, see docs/points.md.
  { resolve: "medusa-points", options: {} },
] as const
const config = {
  plugins,
${project}
} satisfies object
const made = defineConfig(config)
export default made
`,
  "other plugins and Stripe": `\
module.exports = defineConfig({
${project}
  plugins: [
    "@medusajs/draft-order",
    {
      resolve: "medusa-points",
      options: { rate: 2 },
    } // keep this one last
  ],
  modules: [
    { resolve: "./src/modules/brand" },
    {
      /* cards */
      resolve: "@medusajs/medusa/payment",
      options: {
        providers: [
          ${stripe},
        ],
      },
    },
  ],
})
`,
  "lists whose brackets hug their entries": `\
module.exports = defineConfig({
  plugins: [{
    resolve: "medusa-points",
    options: {},
  }],
  modules: [{
    resolve: "@medusajs/medusa/payment",
    dependencies: [Modules.CACHE],
    options: { providers: [${stripe}] }
  }]
})
`,
  "modules as a map": `\
module.exports = defineConfig({
${project}
  modules: {
    [Modules.CACHE]: { resolve: "@medusajs/medusa/cache-inmemory" },
    brand: { resolve: "./src/modules/brand" },
  },
})
`,
  "the payment module in a map": `\
module.exports = defineConfig({
  modules: {
    cacheService: false,
    [Modules.PAYMENT]: {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["query"],
      options: { providers: [${stripe}] },
    },
  },
})
`,
  "the payment module by its key": `\
module.exports = defineConfig({
  modules: [
    { key: Modules.PAYMENT, resolve: "@medusajs/payment", options: {} },
  ],
})
`,
  "conditions about other things": `\
const { env } = process
const shared = env.REDIS_URL
  ? [{ resolve: "@medusajs/medusa/event-bus-redis", options: {} }]
  : []
module.exports = defineConfig({
  ...(env.ADMIN_OFF && { admin: { disable: true } }),
  plugins: [
    ...(env.POINTS ? ["medusa-points"] : []),
  ],
  modules: [...shared, { resolve: require.resolve("./src/modules/brand") }],
})
`,
  "entries in brackets with a cast": `\
module.exports = defineConfig({
  plugins: [
    ({ resolve: "medusa-points", options: {} } as any) // ours
  ],
  modules: [
    ({ resolve: "./src/modules/brand" } as any),
    ({
      resolve: "@medusajs/medusa/payment",
      options: { providers: [
        (${stripe} as any)
      ] },
    } as any)
  ],
})
`,
  "JavaScript that TypeScript made": `\
"use strict";
const utils_1 = require("@medusajs/framework/utils");
(0, utils_1.loadEnv)(process.env.NODE_ENV || "development", process.cwd());
module.exports = (0, utils_1.defineConfig)({ projectConfig: {} });
`,
  "an admin that sets plugins of its own": `\
module.exports = defineConfig({
  admin: {
    vite: (vite) => {
      vite.plugins = []
      return vite
    },
  },
})
`,
  "only a comment in its lists": `\
module.exports = defineConfig({
  plugins: [
    // none yet
  ],
  modules: [/* none */],
})
`,
}

/** Configs that cannot be seen through, with the reason that is given. */
export const unclear: Record<string, [reason: string, text: string]> = {
  "a config that a function makes": [
    "its config is made by withShop({})",
    `module.exports = withShop({})`,
  ],
  "a config that is awaited": [
    "its config is made by",
    `export default async () => ({ plugins: [] })`,
  ],
  "plugins that come from another file": [
    "it spreads common",
    `import { common } from "./common"
     export default defineConfig({ plugins: [...common] })`,
  ],
  "a config that is spread": [
    "it spreads base()",
    `export default defineConfig({ ...base(), projectConfig: {} })`,
  ],
  "plugins that a function makes": [
    "plugins is pluginsOf(env)",
    `export default defineConfig({ plugins: pluginsOf(env) })`,
  ],
  "a payment module under a condition": [
    "a condition decides about the payment module",
    `export default defineConfig({ modules: [
       ...(env.STRIPE ? [{ resolve: "@medusajs/medusa/payment" }] : []),
     ] })`,
  ],
  "a payment module that is added later": [
    "it names the payment module in another place",
    `const modules = [{ resolve: "./src/modules/brand" }]
     if (env.STRIPE) { modules.push({ resolve: "@medusajs/medusa/payment" }) }
     export default defineConfig({ modules })`,
  ],
  "the plugin under a condition": [
    "a condition decides about it",
    `export default defineConfig({ plugins: [
       ...(env.PAY ? [{ resolve: "medusa-payment-instalments" }] : []),
     ] })`,
  ],
  "the plugin without its options": [
    "it names the plugin without its options",
    `export default defineConfig({ plugins: ["medusa-payment-instalments"] })`,
  ],
  "the plugin in an object without its options": [
    "it names the plugin without its options",
    `export default defineConfig({ plugins: [{ resolve: "medusa-payment-instalments" }] })`,
  ],
  "a provider with another id": [
    `the provider's id has to be "instalments"`,
    `export default defineConfig({ modules: [
       { resolve: "@medusajs/medusa/payment", dependencies: ["instalments", "query"], options: { providers: [
         { resolve: "medusa-payment-instalments/providers/instalments", id: "monthly" },
       ] } },
     ] })`,
  ],
  "a provider without an id": [
    `the provider's id has to be "instalments"`,
    `export default defineConfig({ modules: [
       { resolve: "@medusajs/medusa/payment", dependencies: ["instalments", "query"], options: { providers: [
         { resolve: "medusa-payment-instalments/providers/instalments" },
       ] } },
     ] })`,
  ],
  "modules that are set later": [
    "it sets config.modules in another place",
    `const config = { plugins: [] }
     config.modules = [{ resolve: "./src/modules/brand" }]
     module.exports = defineConfig(config)`,
  ],
  "plugins that are set later by their name in quotes": [
    `it sets config["plugins"] in another place`,
    `const config = {}
     if (process.env.POINTS) { config["plugins"] = ["medusa-points"] }
     module.exports = defineConfig(config)`,
  ],
  "a payment module that is switched off": [
    "the payment module has disable",
    `export default defineConfig({ modules: { payment: { disable: true } } })`,
  ],
  "providers that come from elsewhere": [
    "providers is providers",
    `import { providers } from "./payment"
     export default defineConfig({ modules: [
       { resolve: "@medusajs/medusa/payment", dependencies: ["instalments", "query"], options: { providers } },
     ] })`,
  ],
  "a module whose name is computed": [
    "an entry of modules is",
    `export default defineConfig({ modules: [{ resolve: pathOf("brand") }] })`,
  ],
  "text that is no code": ["it is no valid code", `export default {`],
  "no export": ["it exports no value", `const config = {}`],
}
