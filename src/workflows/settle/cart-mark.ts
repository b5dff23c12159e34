import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/**
 * The key in a cart's metadata that core copies into the order's: it finds the
 * order of a process that was killed before it had linked cart and order.
 */
export const CART_MARK = "instalments_cart_id"

/** Marks a cart before its completion begins. A cart that is gone is no error. */
export async function markCart(
  cartId: string,
  container: MedusaContainer
): Promise<void> {
  const carts = container.resolve(Modules.CART)
  const [cart] = await carts.listCarts({ id: cartId }, { select: ["metadata"] })
  if (cart && cart.metadata?.[CART_MARK] !== cartId) {
    const metadata = { ...cart.metadata, [CART_MARK]: cartId }
    await carts.updateCarts(cartId, { metadata })
  }
}
