import { z } from "@medusajs/framework/zod"

/** The known fields, as they are read. */
export const callbackBody = z.object({
  // No zero byte: PostgreSQL's text cannot hold one.
  client_reference_id: z
    .string()
    .max(200)
    .regex(/^[^\0]+$/),
  status: z.enum(["successful", "cancelled"]),
  // Only shown, never used to calculate: a strange value must not stop the
  // payment.
  number_of_payments: z
    .number()
    .int()
    .positive()
    .max(1000)
    .optional()
    .catch(undefined),
})

/** The known fields of the payment-result callback; others are dropped. */
export type CallbackBody = z.infer<typeof callbackBody>

/** A verified body, understood or not. */
export type ParsedCallback =
  | { understood: true; callback: CallbackBody }
  | { understood: false; reason: string; client_reference_id?: string }

/** The reference that a callback names, verified or not. */
export function claimedReference(parsed: ParsedCallback): string | undefined {
  return parsed.understood
    ? parsed.callback.client_reference_id
    : parsed.client_reference_id
}

/**
 * Reads a callback's body (Events in the API specification). Never throws: a
 * body that is signed but not understood is kept and held.
 */
export function parseCallback(rawBody: Buffer): ParsedCallback {
  let body: unknown
  try {
    body = JSON.parse(rawBody.toString("utf8"))
  } catch {
    return { understood: false, reason: "The callback's body is not JSON" }
  }
  const parsed = callbackBody.safeParse(body)
  if (parsed.success) {
    return { understood: true, callback: parsed.data }
  }
  const reference = callbackBody.shape.client_reference_id.safeParse(
    (body as { client_reference_id?: unknown } | null)?.client_reference_id
  )
  return {
    understood: false,
    reason: `The callback is not understood: ${parsed.error.issues
      .map((issue) => `${issue.path.join(".") || "body"}: ${issue.message}`)
      .join("; ")}`,
    ...(reference.success ? { client_reference_id: reference.data } : {}),
  }
}
