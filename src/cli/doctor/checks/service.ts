import { hintedSeconds } from "../../../modules/instalments/client/read-error"
import { requestHeaders } from "../../../modules/instalments/client/request-headers"
import { configEnvelope } from "../../../modules/instalments/client/schemas"
import { below } from "../../../modules/instalments/options/addresses"
import type { InstalmentsOptions } from "../../../modules/instalments/options/parse-options"
import { ask, type Answer } from "../ask"
import { failureWords } from "../failure-words"
import type { Finding } from "../finding"
import type { Gate } from "../gate"

const CHECK = "service"
const ENDPOINT = "GET /api/config"

/**
 * Address, TLS and client secret of the service, by one `GET /api/config`.
 * Answers the answer too: its time tells the clocks apart.
 */
export async function checkService(
  options: InstalmentsOptions,
  gate: Gate
): Promise<{ finding: Finding; answer?: Answer }> {
  const { baseUrl } = options
  const asked = await gate(ENDPOINT, () =>
    ask(below(baseUrl, "/api/config"), {
      headers: requestHeaders(options),
    })
  )
  if ("waitSeconds" in asked) {
    return { finding: later(asked.waitSeconds) }
  }
  if ("failure" in asked) {
    return {
      finding: wrong(
        `${baseUrl} ${failureWords(asked.failure)}`,
        "Compare baseUrl with the address that the service gave you; then look at the network between."
      ),
    }
  }
  const { answer } = asked
  return { finding: judge(answer, baseUrl), answer }
}

function judge({ status, headers, text }: Answer, baseUrl: string): Finding {
  if (status === 200) {
    return judgeConfig(text, baseUrl)
  }
  if (status === 401) {
    return wrong(
      `${baseUrl} answers and refuses the client secret (401)`,
      "Copy clientSecret anew, of the same environment as baseUrl."
    )
  }
  if (status === 429) {
    return later(hintedSeconds(text, ENDPOINT))
  }
  if (status >= 300 && status < 400) {
    return wrong(
      `${baseUrl} redirects to ${headers.location ?? "nowhere"}`,
      "Set baseUrl to the address itself: redirects are not followed."
    )
  }
  if (status >= 500) {
    return wrong(
      `${baseUrl} answers ${status}`,
      "The service is failing. Try again later, then ask its support."
    )
  }
  return wrong(
    `${baseUrl}/api/config answers ${status}`,
    "Compare baseUrl with the address that the service gave you, without /api at its end."
  )
}

function judgeConfig(text: string, baseUrl: string): Finding {
  try {
    const { rules } = configEnvelope.parse(JSON.parse(text))
    return {
      check: CHECK,
      state: "ok",
      saw: `${baseUrl} takes the client secret and has ${rules.length} amount bands`,
    }
  } catch {
    return wrong(
      `${baseUrl}/api/config answers something that is not the merchant config`,
      "Compare baseUrl with the address that the service gave you; a web page in front of it answers 200 too."
    )
  }
}

function later(seconds: number): Finding {
  return {
    check: CHECK,
    state: "unknown",
    saw: "the config may be read 5 times an hour, and was",
    next: `Run the doctor again in ${seconds} seconds.`,
  }
}

function wrong(saw: string, next: string): Finding {
  return { check: CHECK, state: "wrong", saw, next }
}
