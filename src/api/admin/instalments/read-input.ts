import { MedusaError } from "@medusajs/framework/utils"
import type { z } from "@medusajs/framework/zod"

/**
 * The query string or body as its schema reads it. Medusa's own helpers
 * (`validateAndTransformQuery`, `validateAndTransformBody`) are not used: in
 * 2.21 they lose the schema's messages. They call a wrong `outcome` of a list
 * "required", and silently drop an unknown field of `fields`.
 *
 * @throws MedusaError (invalid data, 400) that names what is wrong and what is
 * expected.
 */
export function readInput<T extends z.ZodType>(
  schema: T,
  input: unknown
): z.output<T> {
  const parsed = schema.safeParse(input ?? {})
  if (parsed.success) {
    return parsed.data
  }
  const wrong = parsed.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join(".")}: ${message}` : message
  )
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    `Invalid request: ${wrong.join("; ")}.`,
    "instalments_invalid_request"
  )
}
