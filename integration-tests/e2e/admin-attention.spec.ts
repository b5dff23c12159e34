import type { Page } from "playwright-core"
import { holdPayment, sql } from "./admin/ledger"
import { adminUrl, askAdmin, keep, merchantsForTests } from "./admin/merchant"
import { demo } from "./shop/demo"

const merchants = merchantsForTests()

describe("On Needs attention a merchant", () => {
  let page: Page
  beforeEach(async () => {
    page = await merchants.open({})
  })
  const item = (text: string) =>
    page.locator("article").filter({ hasText: text })
  const press = (name: string) => page.getByRole("button", { name }).click()
  const outcome = async (reference: string) => {
    const path = `/instalments/checkouts/${reference}`
    return (await askAdmin("GET", path)).checkout.outcome
  }

  async function openItem(text: string) {
    await page.goto(adminUrl("/instalments/attention"))
    await item(text).waitFor()
    return item(text)
  }

  const shown = (reference: string) =>
    `${reference.slice(0, 11)}…${reference.slice(-6)}`

  it("places the order of a held payment, after a question", async () => {
    const reference = await holdPayment()
    const held = await openItem(shown(reference))
    await keep(page, "attention")
    await held.getByRole("button", { name: "Place the order" }).click()
    await page.getByText("The order is placed for this payment now").waitFor()
    await keep(page, "attention-question")
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: "Place the order" })
      .click()
    await held.waitFor({ state: "detached" })
    expect(await outcome(reference)).toBe("placed")
    await page
      .getByText(`${demo.adminEmail} placed the order`)
      .first()
      .waitFor()
  })

  it("returns the money of a held payment", async () => {
    const reference = await holdPayment()
    const held = await openItem(shown(reference))
    await held.getByRole("button", { name: "Return the money" }).click()
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: "Return the money" })
      .click()
    await held.waitFor({ state: "detached" })
    expect(await outcome(reference)).toBe("returned")
  })

  it("does nothing when the question is cancelled", async () => {
    const reference = await holdPayment()
    const held = await openItem(shown(reference))
    await held.getByRole("button", { name: "Return the money" }).click()
    await press("Cancel")
    await page.getByRole("alertdialog").waitFor({ state: "detached" })
    expect(await outcome(reference)).toBe("held")
  })

  it("marks wrong signatures as resolved, and is named with it", async () => {
    await fetch(`${demo.backend}/hooks/instalments`, {
      method: "POST",
      body: "{}",
      headers: { "x-signature": "d3Jvbmc=" },
    })
    const strange = await openItem("Callbacks with a wrong signature")
    await strange.getByRole("button", { name: "Mark as resolved" }).click()
    await page.locator("#resolve-note").fill("An old key, ticket 4711")
    await keep(page, "attention-note")
    await press("Save")
    await strange.waitFor({ state: "detached" })
    await page.getByText("“An old key, ticket 4711”").waitFor()
  })

  it("reads an old config again, and the item goes by itself", async () => {
    await sql(
      "update instalments_config set fetched_at = now() - interval '1 day'"
    )
    const old = await openItem("The merchant config is old")
    await old.getByRole("button", { name: "Refresh" }).click()
    await old.waitFor({ state: "detached" })
  })
})
