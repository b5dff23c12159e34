/// <reference lib="dom" />
import type { Page } from "playwright-core"
import { picture, Shoppers, type Size } from "../shop/browser"
import { logIn, request } from "../../../demo/shopper/request.cjs"
import { demo } from "../shop/demo"

/** A demo that runs already compiles the dashboard when it is first opened. */
const FIRST_PAGE_MS = 150_000

type Opening = { size?: Size; dark?: boolean }

/** Browsers that are signed in to the admin. */
export function merchantsForTests() {
  const browsers = Shoppers.forTests()
  beforeAll(async () => {
    const page = await open({})
    await page.goto(adminUrl("/instalments"), { timeout: FIRST_PAGE_MS })
    await page.locator("h1").waitFor({ timeout: FIRST_PAGE_MS })
    await page.waitForLoadState("networkidle", { timeout: FIRST_PAGE_MS })
    await page.close()
  }, FIRST_PAGE_MS)

  async function open({ size = "desktop", dark = false }: Opening) {
    // Medusa's own order page has a row of a table in a paragraph.
    browsers.tolerate(
      /<div> p\s+at div\s+at p\s+at .+\s+at div\s+at (CostBreakdown|\w+ \(\S+\/order-detail-)/
    )
    const page = await browsers.open({ size, dark })
    await page.addInitScript(
      (theme) => localStorage.setItem("medusa_admin_theme", theme),
      dark ? "dark" : "light"
    )
    await page.request.post(`${demo.backend}/auth/session`, {
      headers: await signIn(),
    })
    return page
  }

  return { open, tolerate: (text: RegExp) => browsers.tolerate(text) }
}

/** A page of the dashboard. */
export const adminUrl = (path: string) => `${demo.backend}/app${path}`

/** Asks the admin API as the merchant. */
export async function askAdmin(method: string, path: string, body?: unknown) {
  const url = `${demo.backend}/admin${path}`
  return request(method, url, { body, headers: await signIn() })
}

/** Keeps a picture of the page in `artifacts/`, named after the admin. */
export const keep = (page: Page, name: string) => picture(page, `admin-${name}`)

const signIn = () =>
  logIn(demo.backend, { email: demo.adminEmail, password: demo.adminPassword })
