import {
  deletePaymentSessionsWorkflow,
  updateRegionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import { DEBIT } from "./debit-actions"
import type { Store } from "./with-store"

/** Changes of the shop while shoppers are paying. */
export class ShopSettings {
  constructor(private readonly store: Store) {}

  /** As it was seeded. */
  async open() {
    await this.stock(1_000_000)
    await this.deliver(true)
    await this.accept(["pp_system_default", PROVIDER_ID, DEBIT])
    await this.taxAtOnce(true)
    const taxes = this.store.container.resolve(Modules.TAX)
    const regions = await taxes.listTaxRegions({})
    await taxes.deleteTaxRegions(regions.map(({ id }) => id))
  }

  /** Sets the stock of mugs. */
  async stock(stocked_quantity: number) {
    const inventory = this.store.container.resolve(Modules.INVENTORY)
    const levels = await inventory.listInventoryLevels({})
    await inventory.updateInventoryLevels(
      levels.map(({ inventory_item_id, location_id }) => ({
        inventory_item_id,
        location_id,
        stocked_quantity,
      }))
    )
  }

  /** Whether the courier, the only way of delivery, is offered. */
  async deliver(offered: boolean) {
    const fulfillment = this.store.container.resolve(Modules.FULFILLMENT)
    const id = this.store.shop.shippingOptionId
    await (offered
      ? fulfillment.restoreShippingOptions([id])
      : fulfillment.softDeleteShippingOptions([id]))
  }

  /** The region's ways to pay. */
  async accept(payment_providers: string[]) {
    await updateRegionsWorkflow(this.store.container).run({
      input: {
        selector: { id: this.store.shop.regionId },
        update: { payment_providers },
      },
    })
  }

  /** Whether carts have their taxes at once, or when they are asked for. */
  async taxAtOnce(automatic_taxes: boolean) {
    const { container, shop } = this.store
    await container
      .resolve(Modules.REGION)
      .updateRegions(shop.regionId, { automatic_taxes })
  }

  /** Deletes the payment sessions of a cart, as Medusa's workflows may. */
  async deleteSessions(id: string | undefined) {
    const { container } = this.store
    const { data } = await container.resolve("query").graph({
      entity: "cart",
      fields: ["payment_collection.payment_sessions.id"],
      filters: { id: id ?? "none" },
    })
    const sessions = data[0]?.payment_collection?.payment_sessions ?? []
    const ids = sessions.flatMap(
      (session: { id: string } | null) => session?.id ?? []
    )
    await deletePaymentSessionsWorkflow(container)
      .run({ input: { ids } })
      // One that is authorised meanwhile cannot be deleted.
      .catch(() => null)
  }

  /** Deletes a cart, as a merchant's clean-up does; core keeps one with credit. */
  async deleteCart(id: string | undefined) {
    await this.store.container
      .resolve(Modules.CART)
      .deleteCarts([id ?? "none"])
      .catch((error: Error) => {
        if (!/set relationship id/.test(error.message)) {
          throw error
        }
      })
  }
}
