import { Modules } from "@medusajs/framework/utils"
import { Prices } from "../harness/prices"
import { ShopSettings } from "../harness/shop-settings"
import { fillCart } from "../harness/shopper"
import { withStore } from "../harness/with-store"

/** The keys whose values differ in every cart. */
const ITS_OWN = /(^|_)(id|at)$/

/** The tests' own cart, which was filled before the first of them. */
withStore((store) => {
  /** Everything that the Store API answers of a cart, without ids and times. */
  async function content(id: string) {
    const { data } = await store.get(
      `/store/carts/${id}?fields=*items,*items.adjustments,*items.tax_lines,` +
        "*shipping_methods,*shipping_methods.tax_lines,*promotions," +
        "*shipping_address,*billing_address,*region,*customer,*credit_lines"
    )
    const text = JSON.stringify(data.cart, (key, value) =>
      ITS_OWN.test(key) && typeof value === "string" ? key : value
    )
    return JSON.parse(text)
  }

  /** The cart that was there before the test. */
  const oldest = async () => {
    const carts = store.container.resolve(Modules.CART)
    const [cart] = await carts.listCarts({})
    return cart!.id
  }

  it("is given once, to the first who asks, and equals a cart that is filled now", async () => {
    const id = await oldest()
    const ids = await Promise.all([store.fillCart(), store.fillCart()])
    expect(ids).toContain(id)
    const now = await fillCart(store.api, store.shop)
    expect(new Set([...ids, await store.fillCart(), now]).size).toBe(4)
    expect(await content(id)).toEqual(await content(now))
  })

  it.each<[string, () => Promise<unknown>]>([
    ["a price", () => new Prices(store).mug(1)],
    ["a region", () => new ShopSettings(store).taxAtOnce(false)],
    [
      "a row by hand, though it is taken back",
      () =>
        store.db
          .transaction(async (trx) => {
            await trx("price").update({ amount: 1 })
            throw new Error("taken back")
          })
          .catch(() => null),
    ],
    [
      "what a table does when it is written",
      () =>
        store.db.raw(`
          create function fail() returns trigger language plpgsql as $$
          begin raise exception 'No space left on device'; end $$;
          create trigger fail before insert on cart
            for each row execute function fail()`),
    ],
  ])("is not given to a test that has changed %s", async (_, change) => {
    const id = await oldest()
    await change()
    const got = await store.fillCart().catch(() => "none")
    expect(got).not.toBe(id)
  })
})
