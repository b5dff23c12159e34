import { shopAs } from "./shopper.mjs"

/**
 * So many shoppers at least, some of them at once. Answers their carts, and what
 * each came to: what must be found of the order, or the error that ended it.
 *
 * @param goesOn says whether more have to come
 * @param onDone is told how many are done, after each
 */
export async function crowd({ shoppers, goesOn, atOnce, cluster, onDone }) {
  const purchases = []
  const carts = []
  let next = 0
  let done = 0
  const one = async () => {
    while (next < shoppers || goesOn()) {
      const number = next++
      purchases[number] = await shopAs(number, cluster, carts).catch(
        (error) => ({ error: error.message })
      )
      onDone(++done)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return { purchases, carts }
}
