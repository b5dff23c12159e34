/// <reference lib="dom" />
import { readFile } from "node:fs/promises"
import type { AxeResults } from "axe-core"
import type { Page } from "playwright-core"
import { addMug, buy, buyAndRefund } from "./admin/buying"
import { addCheckout, fillLedger, holdPayment } from "./admin/ledger"
import { adminUrl, keep, merchantsForTests } from "./admin/merchant"
import type { Size } from "./shop/browser"

const merchants = merchantsForTests()
const axe = require.resolve("axe-core/axe.min.js")

/** A page, and a text that is on it when it has loaded. */
const PAGES = [
  ["overview", "/instalments", "Money in"],
  ["attention", "/instalments/attention", "Payment without an order"],
  ["checkouts", "/instalments/checkouts", "Placed"],
  ["refund-requests", "/instalments/refund-requests", "Scheduled"],
  ["statement", "/instalments/statement", "Explained"],
  ["set-up", "/instalments/set-up", "Checks"],
] as const

describe.each<{ size: Size; dark: boolean }>([
  { size: "desktop", dark: true },
  { size: "phone", dark: false },
])("axe finds nothing in the console on a $size, dark: $dark,", (look) => {
  let page: Page
  let reference: string
  let orderId: string
  beforeAll(async () => {
    await fillLedger(300)
    await holdPayment()
    const bought = await buyAndRefund(100.5)
    reference = bought.reference
    orderId = bought.orderId
  })
  beforeEach(async () => {
    page = await merchants.open(look)
  })

  it.each(PAGES)("on the page %s", async (name, path, text) => {
    await page.goto(adminUrl(path))
    await page.getByText(text).first().waitFor()
    await check(name)
  })

  it("on a checkout's page", async () => {
    await page.goto(adminUrl(`/instalments/checkouts/${reference}`))
    await page.getByText("Timeline").waitFor()
    await check("checkout")
  })

  it("on the order page's widget", async () => {
    await page.goto(adminUrl(`/orders/${orderId}`))
    await page.getByText("Timeline").waitFor()
    await check("order", "[role=region][aria-label=Instalments]")
  })

  it("on the widget of an order that was paid twice and owes more", async () => {
    const twice = await buy()
    await addCheckout(twice.reference, { amount: 12000 })
    await addCheckout(twice.reference, {
      ...{ outcome: "open", status: null, paid_at: null },
    })
    await addMug(twice.orderId)
    await page.addInitScript(
      "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
    )
    await page.goto(adminUrl(`/orders/${twice.orderId}`))
    await page.getByText("Waiting for payment").waitFor()
    await page.getByRole("button", { name: "Copy instalment link" }).click()
    await page.getByLabel("Instalment link").waitFor()
    await check("order-owes", "[role=region][aria-label=Instalments]")
  })

  /**
   * Runs axe on this part of the page, and checks that it is no wider than the
   * screen.
   */
  async function check(name: string, part = "main") {
    await page.waitForLoadState("networkidle")
    const where = `${look.size}-${look.dark ? "dark" : "light"}`
    await keep(page, `${where}-${name}`)
    await page.evaluate(await readFile(axe, "utf8"))
    // The dashboard's frame and the buttons of its tables are not ours.
    const found = (await page.evaluate(`axe.run({
      include: [${JSON.stringify(part)}], exclude: [
        ["main button:has(> svg:only-child):not([aria-label])"],
        ["main [role=img]:has(+ input), main input + [role=img]"],
      ],
    })`)) as AxeResults
    expect(
      found.violations.map(({ id, nodes }) => [name, id, nodes[0]?.html])
    ).toEqual([])
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - innerWidth
    )
    expect([name, Math.max(wide, 0)]).toEqual([name, 0])
  }
})
