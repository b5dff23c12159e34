/// <reference lib="dom" />
import type { Page } from "playwright-core"
import { Shoppers } from "./shop/browser"
import { giveCart } from "./shop/cart"
import { shopUrl } from "./shop/demo"

const shoppers = Shoppers.forTests()
/** No path through a page needs more keys than this. */
const MOST_TABS = 40

describe("with the keyboard alone, a shopper", () => {
  let page: Page
  beforeEach(async () => {
    page = await shoppers.open()
  })

  it("chooses a variant and puts it into the cart", async () => {
    await page.goto(shopUrl())
    await page.getByRole("link", { name: /^Karoo wool throw/ }).waitFor()
    await tabTo(/^Karoo wool throw/)
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Add to cart" }).waitFor()
    await tabTo(/^Ochre/)
    await page.keyboard.press("ArrowDown")
    await tabTo(/^One .* more$/)
    await page.keyboard.press("Enter")
    await tabTo(/^Add to cart/)
    await page.keyboard.press("Enter")
    await page.getByRole("link", { name: "Check out" }).waitFor()
    await page.getByText("Indigo").waitFor()
    await tabTo(/^Check out/)
    await page.keyboard.press("Enter")
    await page.getByLabel("E-mail").waitFor()
    await tabTo(/^E-mail/)
  })

  it("opens the explanation, stays in it and leaves it", async () => {
    await page.goto(shopUrl("/products/karoo-wool-throw"))
    await page.getByText("or 12 × about R 108,25").waitFor()
    await tabTo(/^How it works/)
    await page.keyboard.press("Enter")
    await page.getByRole("dialog").waitFor()
    expect(await focused()).toBe("Close")
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "hidden" })
    expect(await focused()).toBe("How it works")
  })

  it("pays in instalments, from the checkout to the order", async () => {
    await giveCart(page)
    await page.goto(shopUrl("/checkout"))
    await page.getByRole("radio", { name: /^Monthly instalments/ }).waitFor()
    await tabTo(/^Monthly instalments/)
    await page.keyboard.press("Space")
    await tabTo(/^Pay in instalments/)
    await page.keyboard.press("Enter")
    await page.getByTestId("pay").waitFor()
    await tabTo(/^3 payments/)
    await page.keyboard.press("ArrowDown")
    await tabTo(/^Pay$/)
    await page.keyboard.press("Enter")
    await page.getByTestId("order-number").waitFor()
  })

  /** Presses Tab until it has the focus, which must be visible. */
  async function tabTo(name: RegExp) {
    const passed: string[] = []
    for (let i = 0; i < MOST_TABS; i++) {
      await page.keyboard.press("Tab")
      const here = await focused()
      if (name.test(here)) {
        expect(await hasOutline()).toBe(true)
        return
      }
      passed.push(here)
    }
    throw new Error(`No Tab led to ${name}, only to ${passed.join(", ")}.`)
  }

  /** The name of what has the focus, also inside an element of its own. */
  function focused(): Promise<string> {
    return page.evaluate(() => {
      const outer = document.activeElement
      const one = outer?.shadowRoot?.activeElement ?? outer
      const label = (one as HTMLInputElement | null)?.labels?.[0]
      const text =
        one?.getAttribute("aria-label") ?? (label ?? one)?.textContent
      return text?.trim() ?? ""
    })
  }

  function hasOutline() {
    return page.evaluate(() => {
      const outer = document.activeElement!
      const one = outer.shadowRoot?.activeElement ?? outer
      const shown = [one, one.nextElementSibling].map(
        (element) => element && getComputedStyle(element).outlineStyle
      )
      return shown.some((style) => style && style !== "none")
    })
  }
})
