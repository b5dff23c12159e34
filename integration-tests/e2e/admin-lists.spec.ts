import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { fillLedger } from "./admin/ledger"
import { adminUrl, keep, merchantsForTests } from "./admin/merchant"

const merchants = merchantsForTests()

describe("In hundreds of checkouts a merchant", () => {
  let page: Page
  beforeAll(() => fillLedger(300))
  beforeEach(async () => {
    page = await merchants.open({})
    await page.goto(adminUrl("/instalments/checkouts"))
    await rows().first().waitFor()
  })
  const rows = () => page.locator("tbody tr").filter({ hasText: "inst_" })
  const search = () =>
    page.getByPlaceholder("Search a reference or order number")

  it("goes through the pages, and the address keeps the page", async () => {
    expect(await rows().count()).toBe(20)
    await page.getByRole("button", { name: "Next" }).click()
    await page.waitForURL(/offset=20/)
    await page.reload()
    await page.getByText(/^2 of \d+ pages$/).waitFor()
    await keep(page, "checkouts")
  })

  it("exports what is filtered, not the page alone", async () => {
    await page.goto(adminUrl(`/instalments/checkouts?outcome=["returned"]`))
    const results = await page.getByText(/of \d+ results/).textContent()
    const count = Number(/of (\d+)/.exec(results ?? "")?.[1])
    expect(count).toBeGreaterThanOrEqual(25)
    const download = page.waitForEvent("download")
    await page.getByRole("button", { name: "Export CSV" }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe("checkouts.csv")
    const lines = readFileSync(await file.path(), "utf8")
      .trim()
      .split(/\r?\n/)
    expect(lines).toHaveLength(count + 1)
    expect(lines.slice(1).every((line) => /\breturned\b/.test(line))).toBe(true)
  })

  it("is told that nothing matches, finds one by its cart, opens it with a click, and reads what happened to it", async () => {
    await search().fill("no-such-reference")
    await page.getByText("No checkout matches").waitFor()
    await keep(page, "checkouts-none")
    await search().fill("cart_e2e_217")
    await page.getByText(/of 1 results/).waitFor()
    expect(await rows().count()).toBe(1)
    await rows().first().getByText("successful").click()
    await page.getByRole("heading", { name: "Timeline" }).waitFor()
    await keep(page, "checkout")
  })
})
