import { defineConfig, globalIgnores } from "eslint/config"
import medusa from "@medusajs/eslint-plugin"

const TESTS = "**/__tests__/**"

/** Outside of the module nobody reaches into its rooms: these are its doors. */
const module = {
  regex: "modules/instalments/(?!(types|rules|service-api|health|log)$)",
  message:
    "Import from modules/instalments, or from its types, rules, service-api, health or log.",
}
/** Only the command line starts the sandbox. */
const sandbox = {
  regex: "/sandbox(/|$)",
  message: "Nothing but src/cli and the package's own door uses the sandbox.",
}
/** The admin's and the storefront's bundles hold no line of the server's. */
const server = {
  regex: "/(modules|workflows|providers|jobs|subscribers|links|sandbox|cli)/",
  message: "This goes to browsers: it imports nothing of the server.",
}
const knex = {
  regex: "mikro-orm/knex$",
  message: "Only modules/instalments asks the database.",
}

const imports = (files, patterns, ignores = []) => ({
  files,
  ignores: [TESTS, ...ignores],
  rules: { "no-restricted-imports": ["error", { patterns }] },
})

/** A package that shares no code with the plugin: nothing leads out of it. */
const apart = (folder) =>
  ["", "*/", "*/*/", "*/*/*/"].map((below, depth) =>
    imports(
      [`${folder}/${below}*.{ts,tsx}`],
      [
        {
          regex: `^${"\\.\\./".repeat(depth + 1)}`,
          message: `${folder} is a package of its own and imports nothing of the plugin.`,
        },
      ]
    )
  )

export default defineConfig([
  globalIgnores([
    ".medusa/**",
    "node_modules/**",
    "public/**",
    "demo/.data/**",
    "artifacts/**",
  ]),
  ...medusa.configs.recommended,
  {
    // One room writes each of these tables, and it writes guarded.
    files: ["src/**/*.{ts,tsx}"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "MemberExpression[property.name=/^(create|update|upsert|delete|softDelete|restore)Checkouts$/]",
          message: "Only modules/instalments/checkout writes checkouts.",
        },
        {
          selector:
            "MemberExpression[property.name=/^(create|update|upsert|delete|softDelete|restore)RefundRequests$/]",
          message: "Only modules/instalments/refunds writes refund requests.",
        },
      ],
    },
  },
  imports(
    ["src/**/*.{ts,tsx}"],
    [module, sandbox, knex],
    // The package's door names the type of the options, which is no code.
    ["src/modules/**", "src/cli/**", "src/index.ts"]
  ),
  imports(["src/modules/**/*.ts"], [sandbox]),
  imports(["src/cli/**/*.ts"], [module, knex]),
  imports(["src/admin/**/*.{ts,tsx}"], [module, server, knex]),
  ...apart("src/storefront"),
  ...apart("src/sandbox"),
  {
    // Programs and tools: nobody maps their errors to an HTTP status.
    files: ["benchmarks/**", "demo/**", "scripts/**", "src/cli/**"],
    rules: { "@medusajs/use-medusa-error-not-generic-error": "off" },
  },
])
