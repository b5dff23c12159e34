import { chromium } from "playwright-core"
import { addresses, EMAIL } from "../../../demo/shopper/buying.cjs"
import { onStop } from "../../../demo/processes/stopping.mjs"
import { findChromium } from "../../e2e/run/find-chromium.mjs"
import { demand } from "../record.mjs"

/** The screens that are bought on. */
export const SCREENS = {
  "a phone": {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  },
  "a desktop": { viewport: { width: 1280, height: 860 } },
}

const { shipping_address: home } = addresses
const ADDRESS = {
  Email: EMAIL,
  "First name": home.first_name,
  "Last name": home.last_name,
  Address: home.address_1,
  "Postal code": home.postal_code,
  City: home.city,
  Phone: home.phone,
}

/** Chromium, closed with everything else. */
export async function openBrowser() {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic"]
  const executablePath = findChromium()
  const browser = await chromium.launch({ executablePath, args })
  onStop(() => browser.close())
  return browser
}

/** A guest buys a mug in instalments on a screen; answers the order's id. */
export async function buyOn(browser, screen, shop) {
  const context = await browser.newContext(screen)
  context.setDefaultTimeout(30_000)
  const errors = []
  context.on("weberror", (one) => errors.push(one.error().message))
  const page = await context.newPage()

  await page.goto(`${shop}/za`)
  await page.getByRole("link", { name: "Mug" }).click()
  await readMessage(page)
  await page.getByRole("button", { name: "Add to cart" }).click()
  await page.waitForURL(/\/cart$/)
  await readMessage(page)
  await page.getByRole("link", { name: "Go to checkout" }).click()
  for (const [label, value] of Object.entries(ADDRESS)) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  await page.getByRole("button", { name: "Continue to delivery" }).click()
  await page.getByRole("radio", { name: /^Delivery/ }).check()
  await page.getByRole("button", { name: "Continue to payment" }).click()
  await page.waitForURL(/step=payment/)
  await readMessage(page)
  await page.getByRole("radio", { name: /^Monthly instalments/ }).check()
  await page.getByRole("button", { name: "Continue to review" }).click()
  await page.waitForURL(/step=review/)
  await page.getByRole("button", { name: "Continue to payment" }).click()
  await payOnHostedPage(page)
  await page.waitForURL(/\/order\/[^/]+\/confirmed/)
  const total = await page.getByTestId("order-total").textContent()
  demand("The order's total on its page", /532\.35$/.test(total), total)
  const orderId = await page.getByTestId("order-id").textContent()
  await page.goto(`${shop}/za/cart`)
  await page.getByText("Your cart is empty").waitFor()

  await context.close()
  demand("Errors in the pages", errors.length === 0, errors)
  return orderId
}

/** The message under a price is there, and the page no wider than the screen. */
async function readMessage(page) {
  const message = page.getByText(/\d+ × about/).filter({ visible: true })
  await message.first().waitFor()
  const tooWide = await page.evaluate(
    "document.documentElement.scrollWidth - innerWidth"
  )
  demand(`Pixels beside the screen on ${page.url()}`, tooWide <= 0, tooWide)
}

async function payOnHostedPage(page) {
  await page.getByTestId("term-3").check()
  await page.getByTestId("pay").click()
}
