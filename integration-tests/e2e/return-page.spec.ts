import type { Page } from "playwright-core"
import { picture, Shoppers, speak } from "./shop/browser"
import { giveCart } from "./shop/cart"
import { shopUrl } from "./shop/demo"
import * as paying from "./shop/paying"
import { sandbox } from "./shop/sandbox"

const shoppers = Shoppers.forTests()

describe("on a phone, the return page", () => {
  const size = "phone"
  let page: Page
  let address: string
  beforeEach(async () => {
    page = await shoppers.open({ size })
    address = shopUrl(`/return?cart=${await giveCart(page)}`)
  })
  const order = (where: Page) => where.getByTestId("order-number")

  it("finds the payment of a shopper whose callback never comes", async () => {
    await paying.goToPaymentPage(page)
    await sandbox.holdCallbacks()
    await paying.pay(page)
    // The store asks the service itself, once the checkout is 5 seconds old.
    await order(page).waitFor()
  })

  it("leads two tabs to the same order", async () => {
    const id = await paying.goToPaymentPage(page)
    await sandbox.holdCallbacks()
    await sandbox.refuseQuestions()
    await paying.pay(page)
    const other = await page.context().newPage()
    await other.goto(address)
    await other.getByText("has not confirmed your payment yet").waitFor()
    await sandbox.sendCallback(id)
    await Promise.all([order(page).waitFor(), order(other).waitFor()])
    expect(other.url()).toBe(page.url())
  })

  it("offers the way back to a payment page that was left", async () => {
    const id = await paying.goToPaymentPage(page)
    await page.goto(address)
    await page
      .getByRole("link", { name: "Go back to the payment page" })
      .click()
    await page.getByTestId("pay").waitFor()
    expect(page.url()).toContain(id)
  })

  it("says after a cancellation that nothing was charged", async () => {
    const id = await paying.goToPaymentPage(page)
    await page.getByTestId("cancel").click()
    await page.getByText("You cancelled the payment").waitFor()
    await page.goto(address)
    await page.getByText("Nothing was charged").waitFor()
    await page.getByRole("link", { name: "Choose how to pay" }).click()
    expect(await paying.payInInstalments(page)).not.toBe(id)
  })

  it("says it in Afrikaans where the page does, with the way to the checkout", async () => {
    await paying.goToPaymentPage(page)
    await page.getByTestId("cancel").click()
    await page.getByText("You cancelled the payment").waitFor()
    await speak(page, "af-ZA")
    await page.goto(address)
    await page.getByText("Die betaling is gekanselleer").waitFor()
    await picture(page, `${size}-return-afrikaans`)
    await page.getByRole("link", { name: "Kies hoe om te betaal" }).click()
    await page.getByRole("radio", { name: /^Monthly/ }).waitFor()
  })

  it("shows a stranger nothing of the order", async () => {
    await paying.goToPaymentPage(page)
    await paying.pay(page)
    await order(page).waitFor()
    const stranger = await shoppers.open({ size })
    await stranger.goto(address)
    await stranger.getByText("This payment is complete").waitFor()
    expect(await stranger.content()).not.toMatch(/Thandi|Long Street/)
    await picture(stranger, `${size}-return-stranger`)
    await stranger.goto(page.url())
    await stranger.getByText("An order is shown in the browser").waitFor()
    expect(await stranger.content()).not.toMatch(/Thandi|Long Street|1.299/)
  })

  it("does not give a stranger the cart", async () => {
    await paying.goToPaymentPage(page)
    const stranger = await shoppers.open({ size })
    await stranger.goto(address.replace("/return", "/checkout"))
    await stranger.getByText("Your cart is empty").waitFor()
    expect(await stranger.content()).not.toMatch(/Thandi|Long Street/)
  })
})
