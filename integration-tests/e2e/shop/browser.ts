/// <reference lib="dom" />
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { chromium, type Browser, type Page } from "playwright-core"
import { forgetAsked } from "./ledger"
import { sandbox } from "./sandbox"

/** The screen sizes that are tested. */
export const SIZES = {
  phone: {
    viewport: { width: 375, height: 740 },
    isMobile: true,
    hasTouch: true,
  },
  desktop: { viewport: { width: 1280, height: 860 } },
} as const

export type Size = keyof typeof SIZES

const ROOT = join(__dirname, "../../..")
const PICTURES = join(ROOT, "artifacts")
/** What the README shows; renewed with README_PICTURES=1. */
const SHOWN: Record<string, string> = {
  "desktop-product": "product.png",
  "desktop-payment": "payment-page.png",
  "desktop-order": "order.png",
}
const ARGUMENTS =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync"

type Opening = { size?: Size; dark?: boolean }

/**
 * A browser with any number of shoppers; the tests check all their consoles.
 */
export class Shoppers {
  private browser!: Browser
  private complaints: string[] = []
  private tolerated: RegExp[] = []

  /** A new shopper: a page in a browser that remembers nothing. */
  async open({ size = "desktop", dark = false }: Opening = {}): Promise<Page> {
    const context = await this.browser.newContext({
      ...SIZES[size],
      colorScheme: dark ? "dark" : "light",
      locale: "en-ZA",
    })
    // What is slow is no error here: the gate runs other suites beside this one.
    context.setDefaultTimeout(60_000)
    context.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) {
        this.complaints.push(message.text())
      }
    })
    context.on("weberror", (error) => {
      this.complaints.push(error.error().message)
    })
    return context.newPage()
  }

  /** An expected error answer; the browser logs each of them. */
  tolerate(pattern: RegExp) {
    this.tolerated.push(pattern)
  }

  /** Before and after the tests of a file. */
  static forTests(): Shoppers {
    const shoppers = new Shoppers()
    beforeAll(async () => {
      shoppers.browser = await chromium.launch({
        executablePath: process.env.E2E_CHROMIUM,
        args: ARGUMENTS.split(" "),
      })
    })
    afterAll(() => shoppers.browser?.close())
    beforeEach(async () => {
      shoppers.complaints = []
      shoppers.tolerated = []
      await forgetAsked()
    })
    afterEach(async () => {
      await sandbox.calm()
      await Promise.all(shoppers.browser.contexts().map((one) => one.close()))
      const { complaints, tolerated } = shoppers
      expect(
        complaints.filter((text) => !tolerated.some((one) => one.test(text)))
      ).toEqual([])
    })
    return shoppers
  }
}

/** Lets the shop's pages be in another language from now on. */
export function speak(page: Page, lang: string) {
  // The state changes before the page's own script runs. An answer that is changed
  // on its way would do it too, but Chromium takes such a page for one of elsewhere.
  return page.addInitScript((wanted) => {
    document.addEventListener("readystatechange", () => {
      document.documentElement.lang = wanted
    })
  }, lang)
}

/**
 * Keeps a picture of the whole page in `artifacts/`. @throws when the page is
 * wider than the screen.
 */
export async function picture(page: Page, name: string) {
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - innerWidth
  )
  if (tooWide > 0) {
    throw new Error(`${name} is ${tooWide} pixels wider than the screen.`)
  }
  mkdirSync(PICTURES, { recursive: true })
  const path = join(PICTURES, `${name}.png`)
  await page.screenshot({ path, fullPage: true, animations: "disabled" })
  if (process.env.README_PICTURES && SHOWN[name]) {
    const shown = join(ROOT, "docs", "pictures", SHOWN[name])
    await page.screenshot({ path: shown, animations: "disabled" })
  }
}
