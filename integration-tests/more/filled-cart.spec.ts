import { Modules } from "@medusajs/framework/utils"
import { Prices } from "../harness/prices"
import { ShopSettings } from "../harness/shop-settings"
import { fillCart } from "../harness/shopper"
import { withStore, type Store } from "../harness/with-store"

/** The keys whose values differ in every cart. */
const ITS_OWN = /(^|_)(id|at)$/

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

  it("equals a cart that is filled now", async () => {
    const before = await store.fillCart()
    const now = await fillCart(store.api, store.shop)
    expect(before).not.toBe(now)
    expect(await content(before)).toEqual(await content(now))
  })

  it("is given once, to one of two tests that ask at the same time", async () => {
    const ids = await Promise.all([store.fillCart(), store.fillCart()])
    expect(new Set([...ids, await store.fillCart()]).size).toBe(3)
  })

  it("is given to the first test that asks and has changed nothing", async () => {
    const { id } = await oldest(store)
    expect(await store.fillCart()).toBe(id)
  })

  it.each<[string, () => Promise<unknown>]>([
    ["a price", () => new Prices(store).mug(1)],
    ["the courier's price", () => new Prices(store).courier(1)],
    ["a tax", () => new Prices(store).tax({ rate: 15, inside: false })],
    ["the stock", () => new ShopSettings(store).stock(7)],
    ["the delivery", () => new ShopSettings(store).deliver(false)],
    ["a region", () => new ShopSettings(store).taxAtOnce(false)],
    [
      "a way to pay",
      () => new ShopSettings(store).accept(["pp_system_default"]),
    ],
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
    ["a column", () => store.db.raw("alter table cart add more text")],
  ])("is nobody's who has changed %s first", async (_, change) => {
    const { id } = await oldest(store)
    await change()
    const got = await store.fillCart().catch(() => "none")
    expect(got).not.toBe(id)
  })
})

/** The cart that was there before the test. */
async function oldest({ container }: Store) {
  const [cart] = await container.resolve(Modules.CART).listCarts({})
  return cart!
}
