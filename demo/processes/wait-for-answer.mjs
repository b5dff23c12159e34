import { setTimeout as pause } from "node:timers/promises"

/**
 * Waits until `url` answers anything below 500; throws when the process behind
 * it ends first, or when nothing came for `patienceMs`.
 */
export async function waitForAnswer(url, running, patienceMs = 120_000) {
  let over = false
  void running.ended.then(() => (over = true))
  for (const until = Date.now() + patienceMs; Date.now() < until;) {
    if (over) {
      throw new Error(`${running.name} ended:\n${running.lastWords()}`)
    }
    if (await answers(url)) {
      return
    }
    await pause(100)
  }
  throw new Error(
    `${running.name} gave no answer on ${url} in ${patienceMs / 1000} s:\n` +
      running.lastWords()
  )
}

async function answers(url) {
  try {
    const signal = AbortSignal.timeout(5_000)
    const response = await fetch(url, { signal, redirect: "manual" })
    await response.arrayBuffer()
    return response.status < 500
  } catch {
    return false
  }
}
