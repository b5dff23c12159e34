/** One step in one line; what it promises is given by `work`'s answer. */
export async function say(title, work) {
  try {
    const { result, told } = await work()
    console.log(`  ✓ ${title}: ${told}`)
    return result
  } catch (error) {
    console.log(`  ✗ ${title}`)
    throw error
  }
}

/** Throws unless both are the same. */
export function demandSame(what, expected, found) {
  if (expected !== found) {
    throw new Error(
      `${what} should be ${JSON.stringify(expected)} and is ` +
        `${JSON.stringify(found)}.`
    )
  }
}

/** Asks until `accept` takes the answer; throws after `patienceMs`. */
export async function waitFor(what, look, accept, patienceMs = 30_000) {
  const until = Date.now() + patienceMs
  for (let pauseMs = 200; ; pauseMs = Math.min(pauseMs * 1.5, 3_000)) {
    const found = await look()
    if (accept(found)) {
      return found
    }
    if (Date.now() > until) {
      const last = JSON.stringify(found)
      throw new Error(
        `${what} did not come in ${patienceMs / 1000} s; the last answer ` +
          `was ${last}`
      )
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** An amount in rand as a person writes it. */
export const rand = (amount) => `R ${Number(amount).toFixed(2)}`
