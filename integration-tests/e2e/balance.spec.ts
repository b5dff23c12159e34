/// <reference lib="dom" />
import type { Page } from "playwright-core"
import { addMug, buy } from "./admin/buying"
import { adminUrl, askAdmin, keep, merchantsForTests } from "./admin/merchant"
import { picture, Shoppers } from "./shop/browser"
import { demo } from "./shop/demo"
import { pay } from "./shop/paying"
import { sandbox } from "./shop/sandbox"

const merchants = merchantsForTests()
const shoppers = Shoppers.forTests()

describe("What an order owes after an article was added", () => {
  let orderId: string
  let merchant: Page
  let shopper: Page
  beforeEach(async () => {
    orderId = (await buy()).orderId
    await addMug(orderId)
    merchant = await merchants.open({})
    const permissions = ["clipboard-read", "clipboard-write"]
    await merchant.context().grantPermissions(permissions)
    shopper = await shoppers.open({ size: "phone" })
  })

  it("is paid by the instalment link, seen by the merchant, and refunded in part", async () => {
    await openOrder()
    await press("Copy instalment link")
    await merchant.getByText("The link is copied.").waitFor()
    const link = await copied()
    await shopper.goto(link)
    await shopper.getByText(/^R.149,00$/).waitFor()
    await picture(shopper, "phone-link-page")
    await payInInstalments()
    await shopper.getByText("Your payment has arrived").waitFor()
    await picture(shopper, "phone-link-page-paid")

    await merchant.reload()
    const purchase = payment(/^Purchase: R.1.398,50/)
    const balance = payment(/^Balance: R.149,00/)
    await purchase.getByText(/^about 2 × R.466,17, 1 × R.466,16$/).waitFor()
    await balance.getByText(/^about 2 × R.49,67, 1 × R.49,66$/).waitFor()
    await purchase.getByText(/^Order \S+ was placed\.$/).waitFor()
    await balance.getByText(/^The payment was booked on order/).waitFor()
    await merchant.getByText("Captured", { exact: true }).first().waitFor()
    expect(await merchant.getByText(/are owed$/).count()).toBe(0)

    await refund(149, "50")
    // On the day of purchase a refund waits for the next one.
    await openOrder()
    await balance.getByText(/^A refund of R.50,00 was asked for/).waitFor()
    expect(await purchase.getByText(/refund of/).count()).toBe(0)
    await balance.scrollIntoViewIfNeeded()
    await keep(merchant, "order-balance-refunded")
  })

  it("is paid by Medusa's own link, which says so when it is opened again", async () => {
    const made = new URL(await copyMedusasLink())
    expect(made.pathname).toMatch(/^\/payment-collection\/pay_col_/)
    // A built admin holds one shop's address, and these tests have two shops.
    const link = demo.storefront + made.pathname + made.search
    await shopper.goto(link)
    await shopper.getByText("Pay for order no.").waitFor()
    await shopper.getByText(/^or 3 × about R.49,67/).waitFor()
    await picture(shopper, "phone-pay-order")
    await payInInstalments()
    await shopper.getByText("Your payment has arrived").waitFor()
    await picture(shopper, "phone-pay-order-paid")

    // In the browser that paid, and in one that knows nothing of it.
    for (const page of [shopper, await shoppers.open()]) {
      await page.goto(link)
      await page.getByText("Your payment has arrived").waitFor()
      expect(await page.getByRole("button").count()).toBe(0)
    }
  })

  it("is waited for on the page of Medusa's link until it is confirmed", async () => {
    const id = await goToPaymentPage(await medusasLink())
    await sandbox.holdCallbacks()
    await sandbox.refuseQuestions()
    await pay(shopper)
    await shopper.getByText("has not confirmed your payment yet").waitFor()
    await picture(shopper, "phone-pay-order-waiting")
    await sandbox.sendCallback(id)
    await shopper.getByText("Your payment has arrived").waitFor()
  })

  it("is returned when it is not owed any more, and the page says by when", async () => {
    const link = await medusasLink()
    await goToPaymentPage(link)
    await askAdmin("POST", `/orders/${orderId}/cancel`)
    await pay(shopper)
    await shopper.getByText(/You get all of it back by/).waitFor()
    await picture(shopper, "phone-pay-order-returned")
  })

  it("cannot be paid when instalments do not allow it, and the page says so", async () => {
    const small = (await buy()).orderId
    await addMug(small, 50)
    await shopper.goto(await medusasLink(small))
    await shopper.getByText("This cannot be paid in instalments.").waitFor()
    expect(await shopper.getByRole("button").count()).toBe(0)
    await picture(shopper, "phone-pay-order-not-here")
    await askAdmin("POST", `/orders/${small}/cancel`)
    await shopper.reload()
    await shopper.getByText("is cancelled").waitFor()
  })

  it("is not known under a mistyped link", async () => {
    shoppers.tolerate(/status of 404/)
    await shopper.goto(`${demo.storefront}/payment-collection/pay_col_1`)
    await shopper.getByText("This link is not known").waitFor()
    const link = await medusasLink()
    await shopper.goto(link.slice(0, -3))
    await shopper.getByText("This link is not known").waitFor()
  })

  const openOrder = () => merchant.goto(adminUrl(`/orders/${orderId}`))
  const press = (name: string | RegExp) =>
    merchant.getByRole("button", { name }).click()
  const copied = () =>
    merchant.evaluate<string>("navigator.clipboard.readText()")
  const payment = (name: RegExp) => merchant.getByRole("group", { name })

  async function copyMedusasLink() {
    await openOrder()
    await press("CopyPaymentLink code snippet")
    return copied()
  }

  /** What the admin's button copies; this saves opening the admin. */
  async function medusasLink(id = orderId) {
    const { order } = await askAdmin("GET", `/orders/${id}`)
    const { id: collection } = order.payment_collections.find(
      ({ status }: { status: string }) => status === "not_paid"
    )
    return `${demo.storefront}/payment-collection/${collection}?order_id=${id}`
  }

  /** Answers the service's id of the checkout. */
  async function goToPaymentPage(link: string) {
    await shopper.goto(link)
    await choose()
    return new URL(shopper.url()).pathname.split("/")[2]!
  }

  async function choose() {
    await shopper.getByRole("button", { name: "Pay in instalments" }).click()
    await shopper.getByTestId("pay").waitFor()
  }

  async function payInInstalments() {
    await choose()
    await pay(shopper)
  }

  /** In Medusa's own form, for the payment of an amount (major units). */
  async function refund(of: number, amount: string) {
    // Medusa's own drawer has no title.
    merchants.tolerate(/requires a `DialogTitle`/)
    const fields = "fields=*payment_collections.payments"
    const { order } = await askAdmin("GET", `/orders/${orderId}?${fields}`)
    const { id } = order.payment_collections
      .flatMap(({ payments }: { payments: unknown[] }) => payments)
      .find((one: { amount: number }) => one.amount === of)
    await merchant.goto(adminUrl(`/orders/${orderId}/refund?paymentId=${id}`))
    const form = merchant.getByRole("dialog")
    await form.getByLabel("Amount").fill(amount)
    await form.getByRole("button", { name: "Save" }).click()
    await form.waitFor({ state: "detached" })
  }
})
