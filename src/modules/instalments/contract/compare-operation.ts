import { LARGEST_PAGE } from "../client/page"
import { limitOf } from "../limits/endpoints"
import { compareAnswers } from "./compare-answers"
import { compareSent } from "./compare-sent"
import { breaks, budget, clean, fits, handled } from "./difference"
import { notSaid, points, spent, type Difference } from "./difference"
import type { ApiEndpoint } from "./read-document"
import type { Operation, Parameter } from "./read-operation"
import { checkoutSamples, refundSamples, type Sender } from "./what-we-send"

const PAGE = ["page[number]", "page[items]"]

/** Compares what the document says of one endpoint with what the client does. */
export function compareOperation(
  endpoint: ApiEndpoint,
  operation: Operation,
  sender: Sender
): Difference[] {
  return points(
    compareSecurity(endpoint, operation),
    compareParameters(endpoint, operation),
    isPost(endpoint) && compareBody(endpoint, operation, sender),
    compareAnswers(endpoint, operation),
    compareLimit(endpoint, operation),
    operation.deprecated &&
      handled(
        endpoint,
        "is deprecated.",
        "It is used while it is there; look for a newer version of this plugin."
      )
  )
}

const isPost = (endpoint: ApiEndpoint) => endpoint.startsWith("POST")

function compareSecurity(endpoint: ApiEndpoint, { security }: Operation) {
  const bearer =
    /^($|http bearer|oauth2|openidconnect|apikey header authorization)/
  const isSent = (kind: string) =>
    bearer.test(kind) ||
    (isPost(endpoint) && kind === "apikey header x-signature")
  const isMet = !security?.length || security.some((all) => all.every(isSent))
  return (
    !isMet &&
    breaks(
      `${endpoint} security`,
      `wants ${clean(security.flat().join(", "))}; a bearer token is sent.`
    )
  )
}

function compareParameters(
  endpoint: ApiEndpoint,
  { parameters }: Operation
): Difference[] {
  const isList =
    endpoint === "GET /api/checkouts" || endpoint === "GET /api/refunds"
  const headers = isPost(endpoint)
    ? /^(accept|authorization|content-type|x-signature)$/i
    : /^(accept|authorization|content-type)$/i
  const isSent = ({ in: place, name }: Parameter) =>
    place === "path" ||
    (place === "query" && isList && PAGE.includes(name)) ||
    (place === "header" && headers.test(name))
  const wanted = parameters
    .filter((one) => one.required && !isSent(one))
    .map(({ in: place, name }) => {
      const where = `${endpoint} ${clean(place)} ${clean(name)}`
      return breaks(where, "is required and not sent.")
    })
  return points(wanted, isList && comparePages(endpoint, parameters))
}

function comparePages(
  endpoint: ApiEndpoint,
  parameters: Parameter[]
): Difference {
  const query = parameters.filter((one) => one.in === "query")
  const names = query.map(({ name }) => name)
  const missing = PAGE.filter((name) => !names.includes(name))
  const size = query.find(({ name }) => name === "page[items]")
  const most = size?.shape.bounds.get("maximum")
  if (query.length > 0 && missing.length > 0) {
    return breaks(
      `${endpoint} query ${missing.join(", ")}`,
      `is sent, and the document has ${clean(names.join(", "))} instead: only the first page would be read.`
    )
  }
  const where = `${endpoint} query page[items]`
  if (most === undefined) {
    return notSaid(where, "has no largest value.")
  }
  return most < LARGEST_PAGE
    ? handled(
        where,
        `is at most ${most}; ${LARGEST_PAGE} are asked for.`,
        "The pages that come are believed; when they are refused, pages of ten are asked for."
      )
    : fits(where, `may be ${LARGEST_PAGE}.`)
}

function compareBody(
  endpoint: ApiEndpoint,
  { body }: Operation,
  sender: Sender
): Difference[] {
  const where = `${endpoint} body`
  if (!body || (body.media.length === 0 && body.shape)) {
    return [notSaid(where)]
  }
  const isJson = /^(application\/(json\b|\*)|\*)/i
  if (!body.media.some((media) => isJson.test(media))) {
    const taken = clean(body.media.join(", "))
    const what = `is sent as application/json, the service takes ${taken}.`
    return [breaks(where, what)]
  }
  const samples =
    endpoint === "POST /api/checkouts"
      ? checkoutSamples(sender)
      : refundSamples()
  const left = budget()
  return points(
    body.shape && compareSent(samples, body.shape, where, left),
    spent(left, where)
  )
}

function compareLimit(endpoint: ApiEndpoint, { limit }: Operation) {
  const { requests, windowMs } = limitOf(endpoint)
  const where = `${endpoint} limit`
  if (!limit) {
    return requests === Infinity && notSaid(where, "is not named.")
  }
  const named = `is named as ${limit.requests} in ${limit.seconds} s`
  if ((limit.seconds * 1_000 * requests) / windowMs === limit.requests) {
    return fits(where, `${named}, as it is counted.`)
  }
  return handled(
    where,
    requests === Infinity
      ? `${named}; none is counted.`
      : `${named}; ${requests} in ${windowMs / 1_000} s are counted.`,
    "A 429 is obeyed to the second that it names."
  )
}
