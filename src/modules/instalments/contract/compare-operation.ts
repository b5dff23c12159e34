import { LARGEST_PAGE } from "../client/page"
import { limitOf } from "../limits/endpoints"
import { compareAnswers } from "./compare-answers"
import { compareSent } from "./compare-sent"
import {
  breaks,
  budget,
  clean,
  fits,
  handled,
  notSaid,
  spent,
  type Difference,
} from "./difference"
import type { ApiEndpoint } from "./read-document"
import type { Operation } from "./read-operation"
import { checkoutSamples, refundSamples, type Sender } from "./what-we-send"

const UPDATE =
  "Look for a newer version of this plugin, and ask the service's support."
const PAGE = ["page[number]", "page[items]"]

/** Compares what the document says of one endpoint with what the client does. */
export function compareOperation(
  endpoint: ApiEndpoint,
  operation: Operation,
  sender: Sender
): Difference[] {
  return [
    ...compareSecurity(endpoint, operation),
    ...compareParameters(endpoint, operation),
    ...compareBody(endpoint, operation, sender),
    ...compareAnswers(endpoint, operation),
    ...compareLimit(endpoint, operation),
    ...(operation.deprecated
      ? [
          handled(
            endpoint,
            "is deprecated.",
            "It is used while it is there; look for a newer version of this plugin."
          ),
        ]
      : []),
  ]
}

const isPost = (endpoint: ApiEndpoint) => endpoint.startsWith("POST")

function compareSecurity(
  endpoint: ApiEndpoint,
  { security }: Operation
): Difference[] {
  const isSent = (kind: string) =>
    kind === "" ||
    /^(http bearer|oauth2|openidconnect|apikey header authorization)/.test(
      kind
    ) ||
    (isPost(endpoint) && kind === "apikey header x-signature")
  if (!security || security.length === 0) {
    return []
  }
  return security.some((all) => all.every(isSent))
    ? []
    : [
        breaks(
          `${endpoint} security`,
          `wants ${clean(security.flat().join(", "))}; a bearer token is sent.`,
          UPDATE
        ),
      ]
}

function compareParameters(
  endpoint: ApiEndpoint,
  { parameters }: Operation
): Difference[] {
  const isList =
    endpoint === "GET /api/checkouts" || endpoint === "GET /api/refunds"
  const sent = isList ? PAGE : []
  const isSent = ({ in: place, name }: Operation["parameters"][number]) =>
    place === "path" ||
    (place === "query" && sent.includes(name)) ||
    (place === "header" &&
      /^(accept|authorization|content-type)$/i.test(name)) ||
    (place === "header" && isPost(endpoint) && /^x-signature$/i.test(name))
  const others = parameters.filter((one) => !isSent(one))
  const wanted = others
    .filter(({ required }) => required)
    .map((one) =>
      breaks(
        `${endpoint} ${clean(one.in)} ${clean(one.name)}`,
        "is required and not sent.",
        UPDATE
      )
    )
  return [...wanted, ...(isList ? comparePages(endpoint, parameters) : [])]
}

function comparePages(
  endpoint: ApiEndpoint,
  parameters: Operation["parameters"]
): Difference[] {
  const query = parameters.filter((one) => one.in === "query")
  const names = query.map(({ name }) => name)
  const missing = PAGE.filter((name) => !names.includes(name))
  const size = query.find(({ name }) => name === "page[items]")
  const most = size?.shape.bounds.get("maximum")
  if (query.length > 0 && missing.length > 0) {
    return [
      breaks(
        `${endpoint} query ${missing.join(", ")}`,
        `is sent, and the document has ${clean(names.join(", "))} instead: only the first page would be read.`,
        UPDATE
      ),
    ]
  }
  if (most === undefined) {
    return notSaid(`${endpoint} query page[items]`, "has no largest value.")
  }
  return most < LARGEST_PAGE
    ? [
        handled(
          `${endpoint} query page[items]`,
          `is at most ${most}; ${LARGEST_PAGE} are asked for.`,
          "The pages that come are believed; when they are refused, pages of ten are asked for."
        ),
      ]
    : [fits(`${endpoint} query page[items]`, `may be ${LARGEST_PAGE}.`)]
}

function compareBody(
  endpoint: ApiEndpoint,
  { body }: Operation,
  sender: Sender
): Difference[] {
  if (!isPost(endpoint)) {
    return []
  }
  const where = `${endpoint} body`
  if (!body || (body.media.length === 0 && body.shape)) {
    return notSaid(where, "is not described.")
  }
  if (
    !body.media.some((media) => /^(application\/(json\b|\*)|\*)/i.test(media))
  ) {
    return [
      breaks(
        where,
        `is sent as application/json, the service takes ${clean(body.media.join(", "))}.`,
        UPDATE
      ),
    ]
  }
  const samples =
    endpoint === "POST /api/checkouts"
      ? checkoutSamples(sender)
      : refundSamples()
  const left = budget()
  const found = body.shape ? compareSent(samples, body.shape, where, left) : []
  return [...found, ...spent(left, where)]
}

function compareLimit(
  endpoint: ApiEndpoint,
  { limit }: Operation
): Difference[] {
  const { requests, windowMs } = limitOf(endpoint)
  const where = `${endpoint} limit`
  if (!limit) {
    return requests === Infinity ? notSaid(where, "is not named.") : []
  }
  const named = `is named as ${limit.requests} in ${limit.seconds} s`
  const asked = (limit.seconds * 1_000 * requests) / windowMs
  if (asked === limit.requests) {
    return [fits(where, `${named}, as it is counted.`)]
  }
  return [
    handled(
      where,
      requests === Infinity
        ? `${named}; none is counted.`
        : `${named}; ${requests} in ${windowMs / 1_000} s are counted.`,
      "A 429 is obeyed to the second that it names."
    ),
  ]
}
