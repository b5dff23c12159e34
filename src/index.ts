import type { z } from "@medusajs/framework/zod"
import type { optionsSchema } from "./modules/instalments/options/schema"

/** Where an option is a text, the environment's variable that may be missing. */
type FromEnvironment<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Name in keyof T]: FromEnvironment<T[Name]> }
    : string extends T
      ? T | undefined
      : T

/**
 * The plugin's options, as a medusa-config has them. A text may be `undefined`, as
 * `process.env.NAME` may be: Medusa refuses to start while one is missing.
 */
export type InstalmentsOptions = FromEnvironment<z.input<typeof optionsSchema>>

/**
 * The plugin for `plugins` of a medusa-config. It adds nothing but types: a misspelt
 * or a missing option is an error in the editor, not only at the start.
 *
 * @example
 * import { instalments } from "medusa-payment-instalments"
 *
 * export default defineConfig({
 *   plugins: [
 *     instalments({
 *       environment: "sandbox",
 *       baseUrl: process.env.INSTALMENTS_BASE_URL,
 *       // ...
 *     }),
 *   ],
 * })
 */
export function instalments(options: InstalmentsOptions) {
  return { resolve: "medusa-payment-instalments", options }
}
