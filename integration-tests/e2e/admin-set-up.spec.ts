import type { Page } from "playwright-core"
import { buy } from "./admin/buying"
import { forgetAsked } from "./shop/ledger"
import { sandbox } from "./shop/sandbox"
import { adminUrl, askAdmin, keep, merchantsForTests } from "./admin/merchant"

const merchants = merchantsForTests()

describe("When a store is set up, a merchant", () => {
  let page: Page
  let regionId: string | undefined
  beforeEach(async () => {
    page = await merchants.open({})
  })
  afterEach(async () => {
    if (regionId) {
      await askAdmin("DELETE", `/regions/${regionId}`)
    }
    regionId = undefined
  })

  it("enables instalments for a region, and the set-up page sees it", async () => {
    // Medusa's own drawers and lists of choices.
    merchants.tolerate(/DialogTitle|DialogContent|aria-hidden|Warning:/)
    const { region } = await askAdmin("POST", "/regions", {
      name: "Winelands",
      currency_code: "zar",
    })
    regionId = region.id
    await page.goto(adminUrl(`/settings/regions/${regionId}/edit`))
    const providers = page.getByRole("combobox").last()
    await providers.click()
    await page.getByRole("option", { name: /Instalments/ }).click()
    await page.getByText("Edit Region").click()
    await keep(page, "region")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Instalments (INSTALMENTS)").first().waitFor()
    await page.goto(adminUrl("/instalments/set-up"))
    await page.getByText(/Enabled in .*Winelands/).waitFor()
    await keep(page, "set-up")
  })

  it.each(["", "/set-up"])(
    "reads on %j that no real money moves",
    async (path) => {
      await page.goto(adminUrl(`/instalments${path}`))
      await page.getByText("Sandbox: no real money").waitFor()
    }
  )

  it("reads why callbacks are not believed", async () => {
    await forgetAsked()
    await sandbox.signInHex()
    const { orderId } = await buy()
    expect(orderId).toMatch(/^order_/)
    await page.goto(adminUrl("/instalments/set-up"))
    const reason = page.getByText(/X-Signature is a hex digest/)
    await reason.first().waitFor()
    await keep(page, "unbelieved-callbacks")
  })

  it("is told when the set-up cannot be read, and tries again", async () => {
    merchants.tolerate(/status of 500/)
    const status = /\/admin\/instalments\/status/
    const body = JSON.stringify({ message: "The database is away." })
    await page.route(status, (route) => route.fulfill({ status: 500, body }))
    await page.goto(adminUrl("/instalments/set-up"))
    const again = page.getByRole("button", { name: "Try again" })
    await again.waitFor()
    await keep(page, "set-up-error")
    await page.unroute(status)
    await again.click()
    await page.getByText("Amount bands").waitFor()
  })
})
