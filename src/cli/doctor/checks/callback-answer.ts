import type { Answer } from "../ask"
import type { Finding } from "../finding"

type Judged = Omit<Finding, "check">

const LOGIN = /log-?in|sign-?in|sso|oauth|auth\b/i

/** What an unsigned POST to `notify_url` was answered, and by whom. */
export function judgeCallbackAnswer(url: string, answer: Answer): Judged {
  const { status, headers, text } = answer
  const target = headers.location ?? ""
  if (status === 401 && /X-Signature/.test(text)) {
    return {
      state: "ok",
      saw: `${url} answers, and refuses what is not signed (401)`,
    }
  }
  if (status === 401 || (status < 400 && LOGIN.test(target))) {
    return wrong(
      `${url} is behind a login${target && `, at ${target}`}`,
      "Let POST requests to this path through without a login: the service has none."
    )
  }
  if (status === 403) {
    return wrong(
      `${url} answers 403, as a firewall or bot protection does`,
      "Let POST requests to this path through without a challenge."
    )
  }
  if (status === 404) {
    return wrong(
      `${url} answers 404`,
      "Set backendUrl to the address of the Medusa backend (not the storefront), and see that the plugin stands in its medusa-config."
    )
  }
  if (status >= 300 && status < 400) {
    return wrong(
      `${url} redirects to ${target || "nowhere"}`,
      "Set backendUrl to the address that answers itself, or end the redirect for this path: a callback is a POST, which redirects lose."
    )
  }
  if (status >= 500) {
    return wrong(
      `${url} answers ${status}`,
      "The backend, or the proxy before it, is failing: look at its log."
    )
  }
  if (status < 300 && /type=.?password/i.test(text)) {
    return wrong(
      `${url} answers with a login page`,
      "Let POST requests to this path through without a login: the service has none."
    )
  }
  return wrong(
    `${url} answers ${status} to an unsigned POST, 401 is expected`,
    "Something other than the plugin answers: set backendUrl to the address of the Medusa backend."
  )
}

function wrong(saw: string, next: string): Judged {
  return { state: "wrong", saw, next }
}
