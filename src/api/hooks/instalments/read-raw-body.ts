import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

const LIMIT = 64 * 1024

/**
 * Keeps the very bytes of a callback: the signature is over them, and a
 * body that is no JSON may still be signed and has to be kept. More than 64 KiB
 * is answered 413 and not kept.
 */
export function readRawBody(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
) {
  const chunks: Buffer[] = []
  let size = 0
  req.on("data", (chunk: Buffer) => {
    size += chunk.length
    if (size <= LIMIT) {
      chunks.push(chunk)
    } else if (!res.headersSent) {
      res.set("connection", "close")
      res.status(413).json({ message: "A callback has at most 64 KiB." })
    }
  })
  // The sender hung up: nobody is left to answer, and it will send it again.
  req.on("error", () => {})
  req.on("end", () => {
    if (size <= LIMIT) {
      req.rawBody = Buffer.concat(chunks)
      next()
    }
  })
}
