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
])
