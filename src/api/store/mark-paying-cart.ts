import { markCart } from "../../workflows/medusa-repairs/marked-orders"
import type { OurMiddleware } from "../only-ours"

/**
 * Marks a cart that may be paid in instalments before core completes it, so that
 * settling finds the order of a completion that was killed half way.
 */
export const markPayingCart: OurMiddleware = async (
  req,
  _res,
  next,
  cart_id
) => {
  await markCart(cart_id, req.scope)
  next()
}
