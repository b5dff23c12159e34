import type { Page } from "playwright-core"
import { choosePayment, INSTALMENTS } from "../../demo/shopper/buying.cjs"
import { addMug, buy, buyAndRefund, capture, complete } from "./admin/buying"
import { addCheckout, failRefund } from "./admin/ledger"
import { adminUrl, askAdmin, keep, merchantsForTests } from "./admin/merchant"
import { fillCart, store } from "./shop/cart"
import { demo } from "./shop/demo"

const merchants = merchantsForTests()
const MANUAL = "pp_system_default"

describe("On an order's page a merchant", () => {
  let page: Page
  beforeEach(async () => {
    page = await merchants.open({})
  })
  const heading = () => page.getByRole("heading", { name: "Instalments" })
  const open = (orderId: string) => page.goto(adminUrl(`/orders/${orderId}`))

  it("sees what was agreed, what happened, and the references to copy", async () => {
    const { reference, orderId } = await buy()
    await open(orderId)
    await heading().waitFor()
    await page.getByText(/^about 2 × R.466,17, 1 × R.466,16$/).waitFor()
    await page.getByText("Service says: successful").waitFor()
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await page.getByRole("button", { name: "Copy client reference" }).click()
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
      reference
    )
    await heading().scrollIntoViewIfNeeded()
    await keep(page, "order-placed")
  })

  it("follows a refund from its request to its failure", async () => {
    const { reference, orderId } = await buyAndRefund(100.5)
    await open(orderId)
    await page
      .getByText(/^Next: /)
      .first()
      .waitFor()
    await page
      .getByText(/^Next: /)
      .first()
      .scrollIntoViewIfNeeded()
    await keep(page, "order-refund-scheduled")
    await failRefund(reference)
    await page.reload()
    await page.getByText("Refund that failed").waitFor()
    await page.getByText("card account is closed").first().waitFor()
    await page.getByText("Client reference").scrollIntoViewIfNeeded()
    await keep(page, "order-refund-failed")
  })

  it("refunds it there, and sees that at once, without loading the page again", async () => {
    // Medusa's own drawer.
    merchants.tolerate(/DialogTitle|DialogContent|aria-hidden|Warning:/)
    const { orderId } = await buy()
    await open(orderId)
    await page.getByText("Service says: successful").waitFor()
    await page.evaluate("document.body.dataset.loaded = 'once'")
    const payments = page.locator("div.shadow-elevation-card-rest").filter({
      has: page.getByRole("heading", { name: "Payments" }),
    })
    await payments.getByRole("button").last().click()
    await page.getByRole("menuitem", { name: "Refund" }).click()
    const drawer = page.getByRole("dialog")
    await drawer.getByRole("textbox").first().fill("100,50")
    await drawer.getByRole("button", { name: "Save" }).click()
    await page.getByText(/^A refund of R.100,50 was asked for/).waitFor()
    await page.getByText(/^Next: /).waitFor()
    expect(await page.evaluate("document.body.dataset.loaded")).toBe("once")
    await heading().scrollIntoViewIfNeeded()
    await keep(page, "order-refunded-there")
  })

  it("checks a placed order with the service, which changes nothing", async () => {
    const { reference, orderId } = await buy()
    await open(orderId)
    await page.getByRole("button", { name: "Check now" }).click()
    await page.getByText("“Check now” has run.").waitFor()
    await page
      .getByText(/^The service was asked once\. It says success/)
      .waitFor()
    await heading().scrollIntoViewIfNeeded()
    await keep(page, "order-checked")
    const path = `/instalments/checkouts/${reference}`
    expect((await askAdmin("GET", path)).checkout.outcome).toBe("placed")
  })

  it("sees every payment of it, first the one that needs a person", async () => {
    const { reference, orderId } = await buyAndRefund(100.5)
    await failRefund(reference)
    const unpaid = { status: null, number_of_payments: null, paid_at: null }
    const later = new Date(Date.now() + 60_000).toISOString()
    const paid = { paid_at: later, order_amount: null }
    await addCheckout(reference, { ...paid, amount: 12000, cart_id: null })
    await addCheckout(reference, { ...unpaid, amount: 34500, outcome: "open" })
    await addCheckout(reference, { ...unpaid, amount: 678, outcome: "closed" })
    await open(orderId)
    await heading().waitFor()
    await page.getByText(/^Waiting for payment of R.345,00$/).waitFor()
    const payments = page.getByRole("group", { name: /^(Purchase|Balance):/ })
    expect(await payments.locator("h3").allTextContents()).toEqual([
      expect.stringMatching(/^Purchase: R.1.398,50$/),
      "Timeline",
      expect.stringMatching(/^Balance: R.120,00$/),
      "Timeline",
    ])
    const [purchase, balance] = [payments.first(), payments.last()]
    await purchase.getByText("Refund that failed").waitFor()
    await balance.getByText(/^about 3 × R.40,00$/).waitFor()
    expect(await balance.getByRole("alert").count()).toBe(0)
    await balance.getByRole("button", { name: "Check now" }).waitFor()
    expect(await page.getByText(/R.6,78/).count()).toBe(0)
    await payments.locator("h3").last().scrollIntoViewIfNeeded()
    await keep(page, "order-payments")
  })

  it("gets the link in a field where the clipboard cannot be used", async () => {
    await page.addInitScript(
      "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
    )
    const { orderId } = await buy()
    await addMug(orderId)
    await open(orderId)
    await copyLink().click()
    await page.getByText(/^Copy the link from here. Valid until \d/).waitFor()
    expect(await field().inputValue()).toContain("/instalments/pay/")
    expect(await page.evaluate("getSelection().toString()")).toBe(
      await field().inputValue()
    )
    await heading().scrollIntoViewIfNeeded()
    await keep(page, "order-link-in-field")
  })

  it("reads why there is no link to pay what it owes", async () => {
    const { orderId } = await buy()
    await addMug(orderId, 50)
    await open(orderId)
    await page.getByText(/^R.50,00 are owed$/).waitFor()
    const reason = page.getByText(/instalments are offered for/)
    await reason.waitFor()
    expect(await copyLink().count()).toBe(0)
    await reason.scrollIntoViewIfNeeded()
    await keep(page, "order-no-link")
  })

  it("sees nothing of instalments when it was paid in another way", async () => {
    const orderId = await buyOtherwise()
    await capture(orderId)
    await open(orderId)
    await nothingOfInstalments()
    // It owes too little for instalments, and that is not shown here.
    await addMug(orderId, 50)
    await page.reload()
    await nothingOfInstalments()
  })

  it("copies a link also when it was to be paid in another way", async () => {
    await open(await buyOtherwise())
    await page.getByText(/^R.1.398,50 are owed$/).waitFor()
    await copyLink().waitFor()
    expect(await page.getByText("Not in the ledger").count()).toBe(0)
    await heading().scrollIntoViewIfNeeded()
    await keep(page, "order-paid-otherwise")
  })

  it("is told when the ledger cannot be read, and tries again", async () => {
    merchants.tolerate(/status of 500/)
    const { orderId } = await buy()
    const list = /\/admin\/instalments\/checkouts/
    const body = JSON.stringify({ message: "The database is away." })
    await page.route(list, (route) => route.fulfill({ status: 500, body }))
    await open(orderId)
    const again = page.getByRole("button", { name: "Try again" })
    // The dashboard itself retries a few times before it gives up.
    await again.waitFor()
    await keep(page, "order-error")
    await page.unroute(list)
    await again.click()
    await page.getByText("Service says: successful").waitFor()
  })

  const copyLink = () =>
    page.getByRole("button", { name: "Copy instalment link" })
  const field = () => page.getByLabel("Instalment link")

  async function nothingOfInstalments() {
    await page.getByRole("heading", { name: "Customer" }).waitFor()
    await page.waitForLoadState("networkidle")
    expect(await heading().count()).toBe(0)
  }

  /** An order that is to be paid by hand, as by a bank transfer. */
  async function buyOtherwise(): Promise<string> {
    await askAdmin("POST", `/regions/${demo.regionId}`, {
      payment_providers: [INSTALMENTS, MANUAL],
    })
    const cartId = await fillCart()
    await choosePayment(store, cartId, MANUAL)
    return complete(cartId)
  }
})
