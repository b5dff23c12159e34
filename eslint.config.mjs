import { defineConfig, globalIgnores } from "eslint/config"
import medusa from "@medusajs/eslint-plugin"

export default defineConfig([
  globalIgnores([
    ".medusa/**",
    "node_modules/**",
    "demo/.data/**",
    "artifacts/**",
  ]),
  ...medusa.configs.recommended,
  {
    // Law 11: one file writes the ledger's checkouts, and it writes guarded.
    files: ["src/**/*.{ts,tsx}"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "MemberExpression[property.name=/^(create|update|upsert|delete|softDelete|restore)Checkouts$/]",
          message:
            "Only modules/instalments/checkout/store.ts writes checkouts.",
        },
        {
          selector:
            "MemberExpression[property.name=/^(create|update|upsert|delete|softDelete|restore)RefundRequests$/]",
          message:
            "Only modules/instalments/refunds/store.ts writes refund requests.",
        },
      ],
    },
  },
  {
    // Programs and tools: nobody maps their errors to an HTTP status.
    files: ["benchmarks/**", "demo/**", "scripts/**"],
    rules: { "@medusajs/use-medusa-error-not-generic-error": "off" },
  },
])
