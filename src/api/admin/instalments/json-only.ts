import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { Refusal } from "./answers"

const JSON_TYPE = /^application\/json *(?:;|$)/i

/**
 * Lets an acting route take JSON only, else 415: a page of another site can send the
 * browser's session along with a form, plain text or no body, and with nothing else. It
 * cannot send the header `authorization`: with that a request without a body will do.
 */
export function jsonOnly(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
) {
  const { "content-type": type, "content-length": length } = req.headers
  const hasBody = Number(length) > 0 || "transfer-encoding" in req.headers
  const isBare = !hasBody && "authorization" in req.headers
  if (type === undefined ? isBare : JSON_TYPE.test(type)) {
    return next()
  }
  const refusal: Refusal = {
    type: "invalid_data",
    code: "instalments_json_only",
    message: `This route takes JSON, and got ${type ? "another type of body" : "none"}. Send the header content-type: application/json.`,
  }
  res.status(415).json(refusal)
}
