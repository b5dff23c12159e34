import pWaitFor from "p-wait-for"

/**
 * Looks until `accept` takes what is found, and answers it.
 *
 * @throws after `maxWaitMs`, naming `what` and what was found last
 */
export async function waitFor(what, look, accept, maxWaitMs = 30_000) {
  let found
  await pWaitFor(async () => accept((found = await look())), {
    interval: 250,
    timeout: {
      milliseconds: maxWaitMs,
      fallback: () => {
        throw new Error(
          `${what} did not come in ${maxWaitMs / 1000} s; the last answer ` +
            `was ${JSON.stringify(found)}`
        )
      },
    },
  })
  return found
}
