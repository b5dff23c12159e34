import { shopAs } from "./shopper.mjs"

/**
 * So many shoppers, some of them at once. Answers what each came to, in their
 * order: the purchase, or the error that ended it.
 *
 * @param onDone is told how many are done, after each
 */
export async function crowd({ shoppers, atOnce, cluster, onDone }) {
  const results = []
  let next = 0
  let done = 0
  const one = async () => {
    while (next < shoppers) {
      const number = next++
      results[number] = await shopAs(number, cluster).catch((error) => ({
        error: error.message,
      }))
      onDone(++done)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return results
}
