import type { Page } from "playwright-core"
import { buy, buyAndRefund, choose, complete } from "./admin/buying"
import { failRefund } from "./admin/ledger"
import { adminUrl, askAdmin, keep, merchantsForTests } from "./admin/merchant"
import { fillCart } from "./shop/cart"
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

  it("follows a refund from asked, over what comes next, to its failure", async () => {
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

  it("sees nothing of instalments when it was paid otherwise", async () => {
    await payable(MANUAL)
    const cartId = await fillCart()
    await choose(cartId, MANUAL)
    await open(await complete(cartId))
    await page.getByRole("heading", { name: "Customer" }).waitFor()
    await page.waitForLoadState("networkidle")
    expect(await heading().count()).toBe(0)
  })

  it("is told when the ledger cannot be read, and tries again", async () => {
    merchants.tolerate(/status of 500/)
    const { orderId } = await buy()
    const list = /\/admin\/instalments\/checkouts/
    const body = JSON.stringify({ message: "The database is away." })
    await page.route(list, (route) => route.fulfill({ status: 500, body }))
    await open(orderId)
    const again = page.getByRole("button", { name: "Try again" })
    // The dashboard itself asks a few times before it gives up.
    await again.waitFor({ timeout: 30_000 })
    await keep(page, "order-error")
    await page.unroute(list)
    await again.click()
    await page.getByText("Service says: successful").waitFor()
  })

  async function payable(provider: string) {
    await askAdmin("POST", `/regions/${demo.regionId}`, {
      payment_providers: ["pp_instalments_instalments", provider],
    })
  }
})
