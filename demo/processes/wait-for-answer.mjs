import pWaitFor from "p-wait-for"

/**
 * Waits until `url` answers anything below 500; throws when the process behind
 * it ends first, or when nothing came for `maxWaitMs`.
 */
export async function waitForAnswer(url, running, maxWaitMs = 120_000) {
  const fail = (how) => {
    throw new Error(`${running.name} ${how}:\n${running.lastWords()}`)
  }
  let over = false
  void running.ended.then(() => (over = true))
  await pWaitFor(async () => over || (await answers(url)), {
    interval: 100,
    timeout: {
      milliseconds: maxWaitMs,
      fallback: () => fail(`gave no answer on ${url} in ${maxWaitMs / 1000} s`),
    },
  })
  if (over) {
    fail("ended")
  }
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
