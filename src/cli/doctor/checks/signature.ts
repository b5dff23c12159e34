import { randomUUID } from "node:crypto"
import { hintedSeconds } from "../../../modules/instalments/client/read-error"
import { requestHeaders } from "../../../modules/instalments/client/request-headers"
import { below } from "../../../modules/instalments/options/addresses"
import type { InstalmentsOptions } from "../../../modules/instalments/options/parse-options"
import { ask, type Answer } from "../ask"
import { failureWords } from "../failure-words"
import type { Finding } from "../finding"
import type { Gate } from "../gate"

const CHECK = "signature"
const ENDPOINT = "POST /api/refunds"

/**
 * Whether the service takes our signature, by a refund of one cent for a
 * checkout that does not exist: 404 is right, and nothing can come of it. The
 * answer's text is never shown: a 400 quotes the signature that it expected.
 * Answers the answer too, for its time.
 */
export async function checkSignature(
  options: InstalmentsOptions,
  gate: Gate
): Promise<{ finding: Finding; answer?: Answer }> {
  const body = JSON.stringify({ checkout_id: randomUUID(), amount: 1 })
  const { baseUrl } = options
  const asked = await gate(ENDPOINT, () =>
    ask(below(baseUrl, "/api/refunds"), {
      method: "POST",
      headers: requestHeaders(options, body),
      body,
    })
  )
  if ("waitSeconds" in asked) {
    return { finding: later(asked.waitSeconds) }
  }
  if ("failure" in asked) {
    return { finding: unknown(`${baseUrl} ${failureWords(asked.failure)}`) }
  }
  const { answer } = asked
  return { finding: judge(answer), answer }
}

function judge({ status, text }: Answer): Finding {
  switch (status) {
    case 404:
      return {
        check: CHECK,
        state: "ok",
        saw: "the service takes it: a refund of no checkout is refused for that reason (404)",
      }
    case 400:
      return {
        check: CHECK,
        state: "wrong",
        saw: "the service refuses it (400)",
        next: "Copy signingSecret anew, of the same environment as baseUrl. If it is right, something between changes the body or the header.",
      }
    case 401:
      return unknown("the service refuses the client secret first (401)")
    case 422:
      return {
        check: CHECK,
        state: "note",
        saw: "the service did not refuse it, and refused the request for another reason (422 where 404 is documented)",
      }
    case 429:
      return later(hintedSeconds(text, ENDPOINT))
    default:
      return unknown(`the service answered ${status}, 404 was expected`)
  }
}

function later(seconds: number): Finding {
  return {
    ...unknown("the service's rate limit for refunds is used up"),
    next: `Run the doctor again in ${seconds} seconds.`,
  }
}

function unknown(saw: string): Finding {
  return { check: CHECK, state: "unknown", saw }
}
