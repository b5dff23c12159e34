import { compareOperation } from "./compare-operation"
import { compareRead } from "./compare-read"
import { breaks, budget, handled, notSaid } from "./difference"
import type { Difference, PointVerdict } from "./difference"
import { factsOf } from "./facts"
import { API_ENDPOINTS, readDocument, type ApiDocument } from "./read-document"
import { CALLBACK_STATUSES, callbackWeRead } from "./what-we-read"
import type { Sender } from "./what-we-send"

/** Of a whole document; `unknown`: there was none that could be read. */
export type Verdict = "fits" | "handled" | "breaks" | "unknown"

/** A document that was compared, point by point, the gravest first. */
export type Judged = {
  verdict: Exclude<Verdict, "unknown">
  points: Difference[]
  /** What the document says of what is used, for the next one to compare. */
  facts: string[]
}

/** More points are of no use to a reader, and make the kept row large. */
const MOST_POINTS = 200
const GRAVEST_FIRST: PointVerdict[] = ["breaks", "handled", "fits", "not_said"]

/**
 * Compares a service's OpenAPI document with what this plugin sends and reads,
 * or says in a sentence why it is none. Pure, and for any text: it never throws.
 *
 * @param text The document's JSON.
 */
export function judgeDocument(
  text: string,
  sender: Sender
): Judged | { reason: string } {
  const parsed = parse(text)
  if ("reason" in parsed) {
    return parsed
  }
  const base = new URL(sender.baseUrl).pathname.replace(/\/+$/, "")
  const document = readDocument(parsed.json, base)
  if ("reason" in document) {
    return document
  }
  const points = compareAll(document, sender)
  points.sort((a, b) => rank(a) - rank(b))
  const [worst] = points
  return {
    verdict:
      worst?.verdict === "breaks" || worst?.verdict === "handled"
        ? worst.verdict
        : "fits",
    points: points.slice(0, MOST_POINTS),
    facts: factsOf(document),
  }
}

function rank({ verdict }: Difference): number {
  return GRAVEST_FIRST.indexOf(verdict)
}

function parse(text: string): { json: unknown } | { reason: string } {
  try {
    return { json: JSON.parse(text) }
  } catch {
    const start = text.slice(0, 1_000).trimStart()
    if (start.startsWith("<")) {
      return { reason: "It is a web page, and no OpenAPI document." }
    }
    return /^(openapi|swagger)["']?\s*:/im.test(start)
      ? { reason: "It is YAML; only JSON can be read." }
      : { reason: "It is not JSON." }
  }
}

function compareAll(document: ApiDocument, sender: Sender): Difference[] {
  const { operations, callback, isCut } = document
  const compared = API_ENDPOINTS.flatMap((endpoint) => {
    const operation = operations.get(endpoint)
    return operation
      ? compareOperation(endpoint, operation, sender)
      : breaks(
          endpoint,
          "is used, and the document does not have it.",
          "See whether baseUrl is the address that the service gave you; then look for a newer version of this plugin."
        )
  })
  const cut = handled(
    "document",
    "describes bodies that are too large to be read whole.",
    "What was not read counts as not said."
  )
  return [...compared, ...compareCallback(callback), ...(isCut ? [cut] : [])]
}

function compareCallback(callback: ApiDocument["callback"]): Difference[] {
  if (!callback?.shape) {
    return [notSaid("callback")]
  }
  const expected = { statuses: CALLBACK_STATUSES, budget: budget() }
  const needed = callbackWeRead()
  const points = compareRead(needed, callback.shape, "callback", expected)
  return points.map((one) =>
    one.where === "callback.number_of_payments" && one.verdict === "breaks"
      ? handled(
          one.where,
          one.what,
          "The term is only shown: a strange one is left out, and the payment counts."
        )
      : one
  )
}
