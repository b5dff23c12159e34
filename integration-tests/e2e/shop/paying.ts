import type { Page } from "playwright-core"
import { shopUrl } from "./demo"

/** From a cart that is ready to the service's page; answers the checkout. */
export async function goToPaymentPage(page: Page) {
  await page.goto(shopUrl("/checkout"))
  return payInInstalments(page)
}

/** Chooses instalments in the open checkout; answers the service's id of it. */
export async function payInInstalments(page: Page): Promise<string> {
  await page.getByRole("radio", { name: /^Monthly instalments/ }).check()
  await page.getByRole("button", { name: "Pay in instalments" }).click()
  await page.waitForURL(/\/pay\//).catch(async (error: unknown) => {
    const shown = await page.locator("body").innerText()
    throw new Error(`The shop shows: ${shown}`, { cause: error })
  })
  await page.getByTestId("pay").waitFor()
  return new URL(page.url()).pathname.split("/")[2]!
}

/** Chooses a plan on the service's page and pays, up to the way back. */
export async function pay(page: Page, term = 3) {
  await page.getByTestId(`term-${term}`).check()
  await page.getByTestId("pay").click()
}
