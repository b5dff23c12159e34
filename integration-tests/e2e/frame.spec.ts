import type { Page } from "playwright-core"
import { picture, Shoppers } from "./shop/browser"
import { giveCart } from "./shop/cart"
import { shopUrl } from "./shop/demo"
import { sandbox } from "./shop/sandbox"

const shoppers = Shoppers.forTests()

describe("in a store whose account has the frame, a shopper", () => {
  let page: Page
  beforeEach(async () => {
    page = await shoppers.open()
    await sandbox.allowFrames()
    // The demo's account has no frames: the test changes its answer.
    await page.route("**/payment-sessions*", async (route) => {
      // A server may close the connection at the moment it is used again.
      const response = await route.fetch({ maxRetries: 2 })
      const body = (await response.text()).replace(
        '"presentation":"redirect"',
        '"presentation":"iframe"'
      )
      await route.fulfill({ response, body })
    })
    await giveCart(page)
    await page.goto(shopUrl("/checkout"))
    await page.getByRole("radio", { name: /^Monthly instalments/ }).check()
    await page.getByRole("button", { name: "Pay in instalments" }).click()
    await page.locator("iframe").waitFor()
  })
  const frame = () => page.frameLocator("iframe")

  it("pays inside the shop's page and leaves the frame for the order", async () => {
    await frame().getByTestId("pay").waitFor()
    expect(page.url()).toBe(shopUrl("/checkout"))
    await picture(page, "desktop-frame")
    await frame().getByTestId("term-3").check()
    await frame().getByTestId("pay").click()
    await page.getByTestId("order-number").waitFor()
    expect(page.url()).toMatch(/\/za\/order\//)
    expect(await page.locator("iframe").count()).toBe(0)
  })

  it("cancels and leaves the frame for the checkout", async () => {
    await frame().getByTestId("cancel").click()
    await page.waitForURL(/checkout\?cart=/)
    await page.getByText("You cancelled the payment").waitFor()
    expect(await page.locator("iframe").count()).toBe(0)
  })
})
