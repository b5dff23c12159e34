import type { Page } from "playwright-core"
import { makeCoupon } from "./shop/admin"
import { picture, Shoppers, speak } from "./shop/browser"
import { giveCart } from "./shop/cart"
import { shopUrl } from "./shop/demo"

const shoppers = Shoppers.forTests()

describe("on a phone, the message", () => {
  const size = "phone"
  let page: Page
  beforeEach(async () => {
    page = await shoppers.open({ size })
  })
  const message = () => page.locator("instalment-message")
  const says = (words: string) => message().getByText(words).waitFor()
  const isGone = () => message().waitFor({ state: "hidden" })
  const more = (name: RegExp) => page.getByRole("button", { name }).click()

  it("comes and changes with the quantity across the edges of the bands", async () => {
    await page.goto(shopUrl("/products/protea-sticker"))
    await page.getByText("R 45,00").waitFor()
    await isGone()
    expect(await message().boundingBox()).toBeNull()
    await more(/sticker more/)
    await isGone()
    await more(/sticker more/)
    await says("or 3 × about R 45,00")
  })

  it("goes when the quantity leaves the highest band", async () => {
    await page.goto(shopUrl("/products/stoep-lounge-chair"))
    await says("or 12 × about R 708,25")
    await more(/chair more/)
    await says("or 12 × about R 1 416,50")
    await more(/chair more/)
    await isGone()
    await more(/chair less/)
    await says("or 12 × about R 1 416,50")
  })

  it("follows the variant across the edge to more payments", async () => {
    await page.goto(shopUrl("/products/rooibos-candle"))
    // Where it comes it moves the page, and a click in that moment meets nothing.
    await says("or 3 × about R 83,00")
    for (const _ of [2, 3, 4]) {
      await more(/candle more/)
    }
    await says("or 3 × about R 332,00")
    await page.getByLabel("Large").check()
    await says("or 12 × about R 143,00")
    await page.getByLabel("Small").check()
    await says("or 3 × about R 332,00")
  })

  it("follows coupons in the cart, to the cent at the edge", async () => {
    const edge = await makeCoupon(299)
    const below = await makeCoupon(299.01)
    const cheap = await makeCoupon(1199.01)
    await giveCart(page)
    await page.goto(shopUrl("/cart"))
    await says("or 12 × about R 108,25")
    await page.getByText("Discount code").click()
    await use(edge, "or 12 × about R 83,34")
    await use(below, "or 3 × about R 333,33")
    await page.getByLabel("Code").fill(cheap)
    await page.getByRole("button", { name: "Apply" }).click()
    await isGone()
  })

  it("says that the amount is before tax where prices are without it", async () => {
    await page.route("**/store/products?*", async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replaceAll(
        '"is_calculated_price_tax_inclusive":true',
        '"is_calculated_price_tax_inclusive":false'
      )
      await route.fulfill({ response, body })
    })
    await page.goto(shopUrl("/products/karoo-wool-throw"))
    await says("or 12 × about R 108,25 before tax")
    await picture(page, `${size}-product-before-tax`)
  })

  it("speaks the language of the page", async () => {
    await speak(page, "af-ZA")
    await page.goto(shopUrl("/products/karoo-wool-throw"))
    await says("of 12 × ongeveer R 108,25")
    await page.getByRole("button", { name: "Hoe dit werk" }).click()
    await page.getByText("Betaal in maandelikse paaiemente").waitFor()
    await picture(page, `${size}-how-it-works-afrikaans`)
  })

  it("says why a cart that is too small cannot be paid in instalments", async () => {
    await giveCart(page, { handle: "protea-sticker", quantity: 2 })
    await page.goto(shopUrl("/checkout"))
    await page.getByText("R 10,00 more in your cart").waitFor()
    expect(
      await page
        .getByRole("radio", { name: /^Monthly instalments/ })
        .isDisabled()
    ).toBe(true)
  })

  /** Another code in place of the one before. */
  async function use(code: string, words: string) {
    await page.getByLabel("Code").fill(code)
    await page.getByRole("button", { name: "Apply" }).click()
    await says(words)
    await page.getByRole("button", { name: `Remove code ${code}` }).click()
    await says("or 12 × about R 108,25")
  }
})
