import { readFileSync } from "node:fs"
import { waitFor } from "../../../demo/processes/wait-for.mjs"
import { demand } from "../record.mjs"
import { guestOf, takeMug } from "./shopper.mjs"

/** The store's own subscriber has written its line about the order. */
export function hearOfOrder(store) {
  return waitFor(
    "The subscriber's line in the log",
    async () =>
      readFileSync(store.logOf("start"), "utf8").includes(
        "is paid in 3 payments"
      ),
    Boolean
  )
}

/**
 * The store's own handler of `validateOffer` refuses the mug while it is a gift
 * card: the package's door leads to the workflow that the plugin runs.
 */
export async function refuseGiftCard(store, admin, shop) {
  const ask = guestOf(store, shop)
  const { products } = await admin("GET", "/products")
  const path = `/products/${products[0].id}`
  await admin("POST", path, { is_giftcard: true })
  const cartId = await takeMug(ask, shop)
  const { offer } = await ask("GET", `/instalments/offer?cart_id=${cartId}`)
  demand("The offer's reason", offer.reason === "refused", offer)
  demand("Its words", offer.message.startsWith("Gift cards cannot"), offer)
  await admin("POST", path, { is_giftcard: false })
}
