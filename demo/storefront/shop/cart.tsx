import { createContext, useContext, useEffect, useState } from "react"
import type { PropsWithChildren } from "react"
import type { HttpTypes } from "@medusajs/types"
import { createCart, fields, load, type Cart } from "./load-cart"
import { store } from "./connection"

const KEY = "shop.cart"

/** The shopper's cart and every way to change it. */
function useShoppersCart() {
  const [cart, setCart] = useState<Cart | null>()
  useEffect(() => {
    // A store that cannot be reached says so where something is asked of it.
    load(localStorage.getItem(KEY)).then(setCart, () => setCart(null))
  }, [])

  function show(next: Cart | null) {
    localStorage.setItem(KEY, next?.id ?? "")
    setCart(next)
  }

  return {
    /** Undefined while it loads, null when there is none. */
    cart,
    /** The cart that this browser keeps, also when it is an order by now. */
    keptId: () => localStorage.getItem(KEY),
    /** Goes on with an earlier cart; nothing happens when it is over. */
    async open(id: string) {
      const earlier = await load(id)
      if (earlier) {
        show(earlier)
      }
    },
    /** A cart that has become an order makes room for the next one. */
    forget(id: string) {
      if (id === localStorage.getItem(KEY)) {
        show(null)
      }
    },
    async add(variant_id: string, quantity: number) {
      const { id } = cart ?? (await createCart())
      const line = { variant_id, quantity }
      show((await store.cart.createLineItem(id, line, { fields })).cart)
    },
    async setQuantity(itemId: string, quantity: number) {
      const { id } = cart!
      if (quantity > 0) {
        await store.cart.updateLineItem(id, itemId, { quantity })
      } else {
        await store.cart.deleteLineItem(id, itemId)
      }
      show(await load(id))
    },
    /** Answers whether the code is good for anything in the cart. */
    async addCode(code: string) {
      const { id } = cart!
      await store.cart.addPromotions(id, { promo_codes: [code] })
      const changed = await load(id)
      show(changed)
      return Boolean(changed?.promotions?.some((one) => one.code === code))
    },
    async removeCode(code: string) {
      const { id } = cart!
      await store.cart.removePromotions(id, { promo_codes: [code] })
      show(await load(id))
    },
    async update(change: HttpTypes.StoreUpdateCart) {
      show((await store.cart.update(cart!.id, change, { fields })).cart)
    },
    async ship(option_id: string) {
      const { id } = cart!
      show(
        (await store.cart.addShippingMethod(id, { option_id }, { fields })).cart
      )
    },
  }
}

const CartContext = createContext<ReturnType<typeof useShoppersCart> | null>(
  null
)

export function CartProvider({ children }: PropsWithChildren) {
  return (
    <CartContext.Provider value={useShoppersCart()}>
      {children}
    </CartContext.Provider>
  )
}

/** The cart, for whatever is inside the provider. */
export const useCart = () => useContext(CartContext)!
