import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import type { Stray } from "../../modules/instalments/domain/strays"
import type { CheckoutRow } from "../../modules/instalments/ledger/rows"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { tellNews } from "../tell-news"
import { lookedAt } from "./looked-at"

/** Writes what the service's list says of one checkout of the ledger. */
export async function learnListed(
  container: MedusaContainer,
  checkout: CheckoutRow,
  listed: Stray
): Promise<void> {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const { id } = checkout
  const news = await ledger.learnFetched(checkout, listed)
  if (news) {
    await tellNews(ledger, await ledger.retrieveCheckout(id))
  }
  const due =
    checkout.look_after && checkout.look_after.getTime() <= ledger.now()
  if (due && listed.status !== "successful") {
    await lookedAt(ledger, await ledger.retrieveCheckout(id))
  }
}
