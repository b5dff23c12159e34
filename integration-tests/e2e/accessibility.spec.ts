import type { AxeResults } from "axe-core"
import type { Page } from "playwright-core"
import { addMug, buy } from "./admin/buying"
import { picture, Shoppers, type Size } from "./shop/browser"
import { giveCart } from "./shop/cart"
import { demo, shopUrl } from "./shop/demo"
import * as paying from "./shop/paying"

const shoppers = Shoppers.forTests()
const axe = require.resolve("axe-core/axe.min.js")

describe.each<{ size: Size; dark: boolean }>([
  { size: "phone", dark: false },
  { size: "desktop", dark: true },
])("axe finds nothing on a $size, dark: $dark,", ({ size, dark }) => {
  let page: Page
  beforeEach(async () => {
    page = await shoppers.open({ size, dark })
  })

  it("in the shop, from the products to the cart", async () => {
    shoppers.tolerate(/status of 400/)
    await page.goto(shopUrl())
    await page.getByText("Dune table lamp").waitFor()
    await check("products")
    await page.getByText("Dune table lamp").click()
    await page.getByText("or 12 ×").waitFor()
    await check("product")
    await page.getByRole("button", { name: "How it works" }).click()
    await check("how-it-works")
    await page.getByRole("button", { name: "Close" }).click()
    await page.getByRole("button", { name: "Add to cart" }).click()
    await page.getByText("Discount code").click()
    await page.getByLabel("Code").fill("NONE")
    await page.getByRole("button", { name: "Apply" }).click()
    await page.getByText("cannot be used here").waitFor()
    await page.locator("instalment-message").getByText("or 12 ×").waitFor()
    await check("cart")
    await page.getByRole("link", { name: "Check out" }).click()
    await page.getByLabel("E-mail").waitFor()
    await check("checkout-address")
  })

  it("from the choice of payment over the payment page to the order", async () => {
    await giveCart(page)
    await page.goto(shopUrl("/checkout"))
    await page.getByRole("button", { name: "Change delivery" }).click()
    await page.getByRole("button", { name: /Courier/ }).click()
    await page.getByRole("radio", { name: /^Monthly instalments/ }).check()
    await page.getByText(/^12 × about/).waitFor()
    await check("checkout-payment")
    await paying.payInInstalments(page)
    await check("payment")
    await page.getByTestId("decline").click()
    await page.getByText("declined this card").waitFor()
    await check("payment-declined")
    await paying.pay(page)
    await page.getByTestId("order-number").waitFor()
    await check("order")
  })

  it("on the pages of what went another way", async () => {
    shoppers.tolerate(/status of 404/)
    const cartId = await giveCart(page)
    await paying.goToPaymentPage(page)
    await page.goto(shopUrl(`/return?cart=${cartId}`))
    await page.getByText("has not confirmed your payment yet").waitFor()
    await check("return-waiting")
    await page.goBack()
    await page.getByTestId("cancel").click()
    await page.getByText("You cancelled the payment").waitFor()
    await check("checkout-cancelled")
    await page.goto(shopUrl("/return?cart=cart_unknown"))
    await page.getByText("There is no such payment").waitFor()
    await check("return-unknown")
    await page.goto(shopUrl("/nowhere"))
    await page.getByText("There is no such page").waitFor()
    await check("not-found")
  })

  it("on the page of Medusa's payment link, to pay and when it is paid", async () => {
    const { orderId } = await buy()
    const link = `${demo.storefront}/payment-collection/x?order_id=${orderId}`
    await page.goto(link)
    await page.getByText("nothing more has to be paid").waitFor()
    await check("pay-order-paid")
    await addMug(orderId)
    await page.reload()
    await page.getByText(/^or 3 ×/).waitFor()
    await check("pay-order")
    await page.getByRole("button", { name: "Pay in instalments" }).click()
    await page.getByTestId("cancel").click()
    await page.getByText("The payment was cancelled").waitFor()
    await check("pay-order-cancelled")
  })

  /** All rules of axe. */
  async function check(name: string) {
    await picture(page, `${size}-${dark ? "dark" : "light"}-${name}`)
    // By evaluation, because the payment page's policy allows no foreign
    // script.
    await page.evaluate(await source())
    const found = (await page.evaluate("axe.run()")) as AxeResults
    expect(
      found.violations.map(({ id, nodes }) => [name, id, nodes[0]?.html])
    ).toEqual([])
  }
})

async function source() {
  const { readFile } = await import("node:fs/promises")
  return readFile(axe, "utf8")
}
