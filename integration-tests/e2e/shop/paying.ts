import type { Page } from "playwright-core"
import { shopUrl } from "./demo"

export const CARD = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
}

/** From a cart that is ready to the service's page; answers the checkout. */
export async function goToPaymentPage(page: Page) {
  await page.goto(shopUrl("/checkout"))
  return payInInstalments(page)
}

/** Chooses instalments in the open checkout; answers the service's id of it. */
export async function payInInstalments(page: Page): Promise<string> {
  await page.getByRole("radio", { name: /^Monthly instalments/ }).check()
  await page.getByRole("button", { name: "Pay in instalments" }).click()
  await page.waitForURL(/\/pay\//)
  await page.getByTestId("step-mobile").waitFor()
  return new URL(page.url()).pathname.split("/")[2]!
}

/** From the first step of the service's page to the card. */
export async function goToCard(page: Page, term = 3) {
  await page.getByTestId("continue").click()
  await page.getByTestId(`term-${term}`).check()
  await page.getByTestId("continue").click()
  await page.getByTestId("card_number").waitFor()
}

export async function enterCard(page: Page, number = CARD.good) {
  await page.getByTestId("card_number").fill(number)
  await page.getByTestId("expiry").fill("12/39")
  await page.getByTestId("cvc").fill("123")
  await page.getByTestId("continue").click()
}

export async function confirm(page: Page) {
  await page.getByTestId("otp").fill("1234")
  await page.getByTestId("continue").click()
}

/** Everything on the service's page, up to the way back. */
export async function pay(page: Page, term = 3) {
  await goToCard(page, term)
  await enterCard(page)
  await confirm(page)
}
