import { MedusaError } from "@medusajs/framework/utils"

/**
 * The error of what a rule forbids (not allowed): `message` names the thing, the
 * rule and what to do next, and reaches the admin or the shop verbatim.
 */
export function refused(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}
