import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { LONGEST_CALLBACK } from "../../../modules/instalments/service-api"
import { refuseUnread, TOO_LONG } from "./unbelieved"

const CONSUMED = {
  status: 503,
  reason:
    "A parser before the plugin has consumed the body: let none read /hooks/instalments, or keep the bytes as req.rawBody.",
}

/**
 * Keeps the bytes of a callback unchanged: the signature is over them, and a
 * signed body that is not JSON must be kept too. What a parser before us has
 * consumed is taken from it, or sent again when it has not kept the bytes.
 */
export function readRawBody(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
) {
  // It is answered first: what fails then changes nothing.
  const refuse = (why: typeof TOO_LONG) =>
    void refuseUnread(req, res, why).catch(() => {})
  if (req.rawBody !== undefined) {
    return next()
  }
  if (req.readableDidRead || !req.readable) {
    return refuse(CONSUMED)
  }
  const chunks: Buffer[] = []
  let size = 0
  req.on("data", (chunk: Buffer) => {
    size += chunk.length
    if (size <= LONGEST_CALLBACK) {
      chunks.push(chunk)
    } else if (!res.headersSent) {
      res.set("connection", "close")
      refuse(TOO_LONG)
    }
  })
  // The sender closed the connection: there is no one to answer, and it will
  // retry.
  req.on("error", () => {})
  req.on("end", () => {
    if (size <= LONGEST_CALLBACK) {
      req.rawBody = Buffer.concat(chunks)
      next()
    }
  })
}
