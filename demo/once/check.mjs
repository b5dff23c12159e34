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

/** An amount in rand as a person writes it. */
export const rand = (amount) => `R ${Number(amount).toFixed(2)}`
