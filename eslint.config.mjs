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
    // Programs and tools: nobody maps their errors to an HTTP status.
    files: ["benchmarks/**", "demo/**", "scripts/**"],
    rules: { "@medusajs/use-medusa-error-not-generic-error": "off" },
  },
])
