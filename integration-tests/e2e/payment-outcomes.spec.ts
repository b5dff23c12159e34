import type { Page } from "playwright-core"
import { picture, Shoppers } from "./shop/browser"
import { addToCart, giveCart } from "./shop/cart"
import { shopUrl } from "./shop/demo"
import { ageCheckout, holdPaid } from "./shop/ledger"
import * as paying from "./shop/paying"
import { sandbox } from "./shop/sandbox"

const shoppers = Shoppers.forTests()

describe("on a phone, a shopper", () => {
  const size = "phone"
  let page: Page
  let cartId: string
  beforeEach(async () => {
    page = await shoppers.open({ size })
    cartId = await giveCart(page)
  })
  const keep = (name: string) => picture(page, `${size}-${name}`)
  const order = () => page.getByTestId("order-number")
  const payButton = () =>
    page.getByRole("button", { name: "Pay in instalments" })

  it("waits for a late callback, is told so, and arrives", async () => {
    const id = await paying.goToPaymentPage(page)
    await sandbox.holdCallbacks()
    await sandbox.refuseQuestions()
    await paying.pay(page)
    await page.getByText("has not confirmed your payment yet").waitFor()
    expect(page.url()).toBe(shopUrl(`/return?cart=${cartId}`))
    await keep("return-waiting")
    await sandbox.sendCallback(id)
    await order().waitFor()
  })

  it("cancels, finds the cart unchanged and then pays", async () => {
    await paying.goToPaymentPage(page)
    await page.getByTestId("cancel").click()
    await page.getByText("You cancelled the payment").waitFor()
    expect(page.url()).toBe(shopUrl(`/checkout?cart=${cartId}`))
    await page.getByText("1 × Karoo wool throw").waitFor()
    await keep("checkout-cancelled")
    await paying.payInInstalments(page)
    await paying.pay(page)
    await order().waitFor()
  })

  it("has the card declined, is told why and pays with another", async () => {
    await paying.goToPaymentPage(page)
    await page.getByTestId("decline").click()
    await page.getByText("The bank declined this card").waitFor()
    await keep("payment-declined")
    await paying.pay(page)
    await order().waitFor()
  })

  it("lets the payment page expire and gets a new one with one click", async () => {
    shoppers.tolerate(/status of 410/)
    const expired = await paying.goToPaymentPage(page)
    await sandbox.passMinutes(31)
    await ageCheckout(expired, 31)
    await page.reload()
    await page.getByText("This payment session has expired").waitFor()
    await keep("payment-expired")
    await page.getByRole("link", { name: "Return to the shop" }).click()
    const fresh = await paying.payInInstalments(page)
    expect(fresh).not.toBe(expired)
    await paying.pay(page)
    await order().waitFor()
  })

  it("is told on coming back a day later that the payment page expired", async () => {
    const id = await paying.goToPaymentPage(page)
    await ageCheckout(id, 24 * 60)
    await page.goto(shopUrl(`/return?cart=${cartId}`))
    await page.getByText("The payment page has expired").waitFor()
    await keep("return-expired")
    await page.getByRole("link", { name: "Choose how to pay" }).click()
    await paying.payInInstalments(page)
  })

  it("changes the cart while paying, and is told what happens to the money", async () => {
    await paying.goToPaymentPage(page)
    await addToCart(cartId, "rooibos-candle")
    await paying.pay(page)
    await page.getByText("You get the whole amount back").waitFor()
    const words = await page.locator("main").textContent()
    expect(words).toMatch(/Your payment of R\s1\s299,00 has arrived/)
    expect(words).toMatch(/back by (Mon|Tues|Wednes|Thurs|Fri)day, \d+ \w+ 20/)
    expect(words).toMatch(/reference inst_\w+/)
    await keep("return-unplaced")
    await page.goto(shopUrl("/checkout"))
    await page.getByText("An earlier payment for this cart arrived").waitFor()
    await paying.payInInstalments(page)
    await paying.pay(page)
    await order().waitFor()
  })

  it("pays a checkout that is held for a person, and is told that the money is safe", async () => {
    const id = await paying.goToPaymentPage(page)
    await sandbox.holdCallbacks()
    await sandbox.refuseQuestions()
    await paying.pay(page)
    await page.getByText("has not confirmed your payment yet").waitFor()
    await holdPaid(id)
    await page.getByText("Your money is safe.").waitFor()
    expect(await page.locator("main").textContent()).not.toMatch(/amount back/)
    await keep("return-held")
  })

  it("closes the tab after paying, and the order is placed all the same", async () => {
    const id = await paying.goToPaymentPage(page)
    const context = page.context()
    await page.close()
    await sandbox.pay(id)
    page = await context.newPage()
    await page.goto(shopUrl())
    await page.getByText("your order is placed").waitFor()
    expect(await page.locator(".count").count()).toBe(0)
    await keep("order-found-again")
    await page.getByRole("link", { name: "See your order" }).click()
    await order().waitFor()
  })

  it("closes the tab after paying, and the checkout leads to the order", async () => {
    const id = await paying.goToPaymentPage(page)
    const context = page.context()
    await page.close()
    await sandbox.pay(id)
    page = await context.newPage()
    await page.goto(shopUrl("/checkout"))
    await order().waitFor()
    expect(await page.locator(".count").count()).toBe(0)
  })

  it("comes back to the checkout of a paid cart without an order, and cannot pay again", async () => {
    const id = await paying.goToPaymentPage(page)
    await holdPaid(id)
    await page.goto(shopUrl("/checkout"))
    await page.getByText("Your money is safe.").waitFor()
    expect(page.url()).toBe(shopUrl(`/return?cart=${cartId}`))
    expect(await payButton().count()).toBe(0)
  })

  it("closes the tab of a payment that cannot be placed, and is told later", async () => {
    const id = await paying.goToPaymentPage(page)
    await addToCart(cartId, "rooibos-candle")
    await sandbox.pay(id)
    await page.goto(shopUrl())
    await page.getByText("there is no order").waitFor()
    await keep("unplaced-found-again")
    const more = page.getByRole("link", { name: /what happens to the money/ })
    await more.click()
    await page.getByText("You get the whole amount back").waitFor()
    await page.getByRole("link", { name: "Back to the shop" }).click()
    await page.getByText("Dune table lamp").waitFor()
    expect(await more.count()).toBe(0)
  })

  it("comes back with the browser's button and continues", async () => {
    const first = await paying.goToPaymentPage(page)
    await page.goBack()
    await page.getByText("You left the payment page").waitFor()
    await keep("checkout-came-back")
    const second = await paying.payInInstalments(page)
    expect(second).toBe(first)
  })

  it("goes back after paying, and from the payment page to the order", async () => {
    await paying.goToPaymentPage(page)
    await paying.pay(page)
    await order().waitFor()
    const address = page.url()
    await page.goBack()
    await page.getByText("Payment complete").waitFor()
    await keep("payment-complete")
    await page.getByRole("link", { name: "Return to the shop" }).click()
    await order().waitFor()
    expect(page.url()).toBe(address)
    await page.goto(shopUrl("/checkout"))
    await page.getByText("Your cart is empty").waitFor()
    expect(await payButton().count()).toBe(0)
  })
})
