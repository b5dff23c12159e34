import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { buy, buyAndRefund } from "./admin/buying"
import { fillLedger, holdPayment } from "./admin/ledger"
import { adminUrl, keep, merchantsForTests } from "./admin/merchant"

const merchants = merchantsForTests()

describe("An accountant", () => {
  let page: Page
  beforeAll(async () => {
    await fillLedger(30)
    await buy()
    await buyAndRefund(100.5)
    await holdPayment()
  })
  beforeEach(async () => {
    page = await merchants.open({})
    await page.goto(adminUrl("/instalments/statement"))
    await page.getByText(/Compared: \d/).waitFor()
  })

  /** What a button saves. */
  async function saved(button: string) {
    const download = page.waitForEvent("download")
    await page.getByRole("button", { name: button }).click()
    return readFileSync(await (await download).path(), "utf8")
  }

  it("reads the month's sums, days and orders, and what differs", async () => {
    await page.getByText("Outstanding now").waitFor()
    await page.getByText("is paid and has no order (held)").first().waitFor()
    await page.getByText("Refunds asked for").waitFor()
    await keep(page, "statement")
  })

  it("goes to the month before, and the address keeps it", async () => {
    await page.getByRole("button", { name: "The month before" }).click()
    await page.waitForURL(/month=\d{4}-\d\d/)
    await page.getByText("Outstanding at the end").waitFor()
    await page.reload()
    await page.getByText("Outstanding at the end").waitFor()
  })

  it("saves days and orders as the spreadsheet of the reader's country opens them", async () => {
    expect(await saved("Days as CSV")).toMatch(/^\uFEFFday;currency;/)
    const orders = await saved("Orders as CSV")
    expect(orders).toMatch(/^\uFEFForder_number;order_id;/)
    expect(orders).toMatch(/;\d+,\d\d;/)
  })
})
