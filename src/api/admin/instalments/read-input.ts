import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import type { z } from "@medusajs/framework/zod"

/**
 * The query string or body as its schema reads it. Medusa's own helpers
 * (`validateAndTransformQuery`, `validateAndTransformBody`) are not used, as in
 * 2.21 they drop a schema's words: a wrong `outcome` of a list is "required" to
 * them, and a field in `fields` that nobody knows is left out without a word.
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
    `Invalid request: ${wrong.join("; ")}.`
  )
}

/** A query string of which Express keeps lists and brackets. */
export function readQuery<T extends z.ZodType>(
  req: AuthenticatedMedusaRequest,
  schema: T
): z.output<T> {
  return readInput(schema, req.query)
}
