import type { IncomingMessage } from "node:http"
import { Refusal } from "./exchange"

/** The largest body that is read, in bytes. */
const LARGEST_BODY = 256 * 1024

/** Reads a body as text; one that is too large is refused with 413. */
export async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req) {
    size += (chunk as Buffer).length
    // Read to its end all the same: a client still writing sees no answer.
    if (size <= LARGEST_BODY) {
      chunks.push(chunk as Buffer)
    }
  }
  if (size > LARGEST_BODY) {
    throw new Refusal(413, "The request body is too large.")
  }
  return Buffer.concat(chunks).toString("utf8")
}

/** Parses a JSON object; anything else is refused with 400. */
export function readJson(raw: string): Record<string, unknown> {
  const value = parse(raw)
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Refusal(400, "The request body must be a JSON object.")
  }
  return value as Record<string, unknown>
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    throw new Refusal(400, "The request body is not valid JSON.")
  }
}
