import { requestHeaders } from "../client/request-headers"
import { ask, withinLimits } from "../health/ask"
import { failureWords, type Answer } from "../health/network"
import type { Urgency } from "../limits/endpoints"
import type { RequestLimits } from "../limits/request-limits"
import { below } from "../options/addresses"
import type { InstalmentsOptions } from "../options/parse-options"

/** The address of the service's own description (Versioning in the specification). */
const PATH = "/docs/api/v2"
const ENDPOINT = "GET /docs/api/v2"
/** A larger document is refused. */
const MOST_BYTES = 10 * 1024 * 1024
const WHOLE_MS = 30_000

/** The document's text, why there is none, or when it may be asked for. */
export type AskedDocument =
  { text: string } | { reason: string; next?: string } | { waitSeconds: number }

/**
 * Asks the service for its OpenAPI document, at most once a minute over all
 * processes: no limit is documented for it. The specification wants the client
 * secret with every request; where the document is refused with each one that
 * the options have (401, 403), it is asked for without.
 */
export async function askDocument(
  options: Pick<
    InstalmentsOptions,
    "baseUrl" | "clientSecret" | "signingSecret"
  >,
  limits: RequestLimits | null,
  urgency: Urgency
): Promise<AskedDocument> {
  const url = below(options.baseUrl, PATH)
  const send = (headers: Record<string, string>) =>
    ask(url, {
      method: "GET",
      // Without it, a service may answer with a page that shows the document.
      headers: { accept: "application/json", ...headers },
      mostBytes: MOST_BYTES,
      wholeMs: WHOLE_MS,
    })
  const asked = await withinLimits(limits, ENDPOINT, urgency, async () => {
    for (const clientSecret of options.clientSecret) {
      const keys = { clientSecret, signingSecret: "" }
      const { authorization = "" } = requestHeaders(keys)
      const answered = await send({ authorization })
      const isRefused =
        "answer" in answered && [401, 403].includes(answered.answer.status)
      if (!isRefused) {
        return answered
      }
    }
    return send({})
  })
  if ("waitSeconds" in asked) {
    return asked
  }
  if ("failure" in asked) {
    return {
      reason:
        asked.failure === "UND_ERR_RES_EXCEEDED_MAX_SIZE"
          ? `${url} answers with more than 10 MB; so large a document is not read.`
          : `${url} ${failureWords(asked.failure)}.`,
    }
  }
  const { status, text } = asked.answer
  // No secret is kept or shown, also when the service answers with what it was sent.
  const secrets = [...options.clientSecret, ...options.signingSecret]
  return status >= 200 && status <= 299
    ? {
        text: secrets.reduce(
          (left, one) => left.replaceAll(one, "[cut]"),
          text
        ),
      }
    : refusal(url, asked.answer)
}

function refusal(url: string, { status, headers }: Answer): AskedDocument {
  if (status >= 300 && status <= 399) {
    return {
      reason: `${url} redirects (${status}) to ${withoutQuery(headers.location)}; redirects are not followed.`,
      next: "Ask the service's support where its OpenAPI document is.",
    }
  }
  if (status === 401 || status === 403) {
    return {
      reason: `${url} answers ${status}, with the client secret and without it.`,
      next: "See whether the client secret is accepted elsewhere (Credentials); if it is, ask the service's support who may read its OpenAPI document.",
    }
  }
  if (status === 404) {
    return {
      reason: `${url} answers 404: this environment has no document there.`,
      next: "See whether baseUrl is the address that the service gave you; if it is, ask its support where the document is.",
    }
  }
  return status === 429
    ? { reason: `${url} answers 429: it is asked again another day.` }
    : { reason: `${url} answers ${status}.`, next: "Try again later." }
}

/** A redirect to a login may carry what nobody else should read. */
function withoutQuery(location: string | undefined): string {
  const [address = ""] = (location ?? "").split(/[?#]/)
  return address.slice(0, 200) || "nowhere"
}
