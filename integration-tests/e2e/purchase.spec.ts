import type { Page } from "playwright-core"
import { addresses, EMAIL } from "../../demo/shopper/buying.cjs"
import { picture, Shoppers, type Size } from "./shop/browser"
import { giveCart } from "./shop/cart"
import { shopUrl } from "./shop/demo"
import { pay, payInInstalments } from "./shop/paying"
import { sandbox } from "./shop/sandbox"

const shoppers = Shoppers.forTests()

const { shipping_address: home } = addresses
const ADDRESS = {
  "E-mail": EMAIL,
  "First name": home.first_name,
  "Last name": home.last_name,
  // As people write it, and not as it is kept.
  "Mobile number": "082 123 4567",
  "Street and number": home.address_1,
  "Postal code": home.postal_code,
  City: home.city,
}

describe.each<Size>(["phone", "desktop"])("on a %s, a shopper", (size) => {
  let page: Page
  beforeEach(async () => {
    page = await shoppers.open({ size })
  })
  const keep = (name: string) => picture(page, `${size}-${name}`)

  it("finds a product, pays it in instalments and sees the order", async () => {
    await page.goto(shopUrl())
    await page.getByText("Dune table lamp").waitFor()
    await keep("products")
    await page.getByRole("link", { name: /Karoo wool throw/ }).click()
    await page.getByText("or 12 × about R 108,25").waitFor()
    await keep("product")
    await page.getByRole("button", { name: "How it works" }).click()
    await page.getByRole("dialog").waitFor()
    await keep("how-it-works")
    await page.getByRole("button", { name: "Close" }).click()
    await page.getByRole("button", { name: "Add to cart" }).click()
    await page.getByRole("link", { name: "Check out" }).waitFor()
    await keep("cart")
    await page.getByRole("link", { name: "Check out" }).click()
    for (const [label, value] of Object.entries(ADDRESS)) {
      await page.getByLabel(label).fill(value)
    }
    await keep("checkout-address")
    await page.getByRole("button", { name: "Continue to delivery" }).click()
    await page.getByRole("button", { name: /Courier/ }).waitFor()
    await keep("checkout-delivery")
    await page.getByRole("button", { name: /Courier/ }).click()
    await page.getByRole("radio", { name: /^Monthly instalments/ }).check()
    await page.getByText(/^12 × about R.116,55/).waitFor()
    await keep("checkout-payment")
    await payInInstalments(page)
    await page.getByTestId("term-6").check()
    await keep("payment")
    await pay(page, 6)
    await page.getByTestId("order-number").waitFor()
    await keep("order")
    expect(await page.getByTestId("total").textContent()).toMatch(
      /^R\s1\s398,50$/
    )
    expect(await page.locator("main").textContent()).toContain(
      "Monthly instalments"
    )
    expect(await page.locator(".count").count()).toBe(0)
  })

  it("is told when the service is away, and pays by another way", async () => {
    shoppers.tolerate(/status of 500/)
    await giveCart(page)
    await sandbox.refuseCheckouts()
    await page.goto(shopUrl("/checkout"))
    await page.getByRole("radio", { name: /^Monthly instalments/ }).check()
    await page.getByRole("button", { name: "Pay in instalments" }).click()
    await page.getByText("Instalments are not available right now").waitFor()
    await keep("checkout-service-away")
    await page.getByRole("radio", { name: /^Bank transfer/ }).check()
    await page.getByRole("button", { name: "Place order" }).click()
    await page.getByTestId("order-number").waitFor()
    await page.getByText("we send the goods when").waitFor()
  })
})
