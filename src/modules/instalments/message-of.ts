/**
 * What an error says. Medusa's workflows also throw plain objects that carry a
 * message, so `instanceof` is not enough.
 */
export function messageOf(error: unknown): string {
  const message = (error as { message?: unknown } | null)?.message
  return typeof message === "string" ? message : String(error)
}
