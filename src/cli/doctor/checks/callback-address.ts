import { lookup } from "node:dns/promises"
import {
  notifyUrl,
  PROBE,
} from "../../../modules/instalments/callback/notify-url"
import { isLoopback } from "../../../modules/instalments/options/addresses"
import type { InstalmentsOptions } from "../../../modules/instalments/options/parse-options"
import { ask } from "../ask"
import { failureWords } from "../failure-words"
import type { Finding } from "../finding"
import { judgeCallbackAnswer } from "./callback-answer"
import { isPrivate } from "./private-address"

const CHECK = "notify_url"

/**
 * Whether callbacks can arrive, as far as this machine sees it: an unsigned
 * POST must come to the plugin's own route, which answers 401.
 */
export async function checkCallbackAddress({
  backendUrl,
  environment,
}: InstalmentsOptions): Promise<Finding> {
  const url = notifyUrl({ backendUrl })
  const asked = await ask(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: PROBE,
  })
  if ("failure" in asked) {
    return {
      check: CHECK,
      state: "wrong",
      saw: `${url} ${failureWords(asked.failure)}`,
      next: "Start the store, or set backendUrl to the address under which the internet reaches it, with a certificate of a public authority.",
    }
  }
  const judged = judgeCallbackAnswer(url, asked.answer)
  if (judged.state !== "ok" || !(await staysInside(new URL(url).hostname))) {
    return { check: CHECK, ...judged }
  }
  return {
    check: CHECK,
    state: environment === "production" ? "wrong" : "note",
    saw: `${judged.saw}, on an address that only this network reaches`,
    next: "Fine with the sandbox on this machine. For the real service set backendUrl to a public https address.",
  }
}

/** Whether the service, out on the internet, cannot reach this name. */
async function staysInside(hostname: string): Promise<boolean> {
  if (isLoopback(hostname)) {
    return true
  }
  const found = await lookup(hostname, { all: true }).catch(() => [])
  return found.length > 0 && found.every(({ address }) => isPrivate(address))
}
