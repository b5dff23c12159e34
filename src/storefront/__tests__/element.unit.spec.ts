/** @jest-environment @happy-dom/jest-environment */
/// <reference lib="dom.iterable" />
import { defineInstalmentMessage } from "../index.js"
import { askedOffers, noOffer, offerOf } from "./asked-offers.js"

const shop = askedOffers()
const { asked } = shop
const config = {
  baseUrl: "https://api.shop.example",
  publishableKey: "pk_1",
  fetch: shop.fetch,
}
defineInstalmentMessage(config)

beforeEach(() => {
  jest.useFakeTimers()
  document.body.innerHTML = ""
  document.documentElement.lang = "en-ZA"
  asked.length = 0
})
afterEach(() => jest.useRealTimers())

/** Puts a message into the page. */
function place(amount: string, attributes: Record<string, string> = {}) {
  const element = document.createElement("instalment-message")
  const all = { amount, "currency-code": "zar", ...attributes }
  for (const [name, value] of Object.entries(all)) {
    element.setAttribute(name, value)
  }
  document.body.append(element)
  return element
}

/** Lets a page's quick changes settle and its answers arrive. */
const settle = () => jest.advanceTimersByTimeAsync(200)

/** A message whose offer has arrived. */
async function placed(amount: number, attributes?: Record<string, string>) {
  const element = place(`${amount}`, attributes)
  await settle()
  asked.at(-1)!.answer(offerOf(amount))
  await settle()
  return element
}

const part = <E extends HTMLElement>(element: Element, name: string) =>
  element.shadowRoot!.querySelector<E>(`[part="${name}"]`)!
const words = (found: Element | null) =>
  found?.textContent?.replace(/\s/g, " ") ?? null
const line = (element: Element) => words(part(element, "message"))
/** Whether the element takes room in the page. */
const shows = (element: Element) =>
  !element
    .shadowRoot!.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules])
    .some(({ cssText }) => /:host \{ ?display: none/.test(cssText))

describe("the message", () => {
  it("shows the largest term in the money of the page's language", async () => {
    const element = await placed(1299)
    expect(shows(element)).toBe(true)
    expect(line(element)).toBe("or 3 × about R 433,00")
  })

  it("takes no room before its offer is known", async () => {
    const element = place("1299")
    expect(shows(element)).toBe(false)
    await settle()
    expect(shows(element)).toBe(false)
  })

  it("takes no room when the amount cannot be paid in instalments", async () => {
    const element = place("30")
    await settle()
    asked[0]!.answer(noOffer)
    await settle()
    expect(shows(element)).toBe(false)
  })

  it.each([
    ["is away", () => asked[0]!.fail()],
    ["fails", () => asked[0]!.answer({ message: "Oh" }, 500)],
    ["answers something else", () => asked[0]!.answer({ offer: { terms: 3 } })],
    ["answers nothing for long", () => jest.advanceTimersByTime(5_000)],
  ])("takes no room when the store %s", async (_, happens) => {
    const element = place("1299")
    await settle()
    happens()
    await settle()
    expect(shows(element)).toBe(false)
  })

  it.each(["", "  ", "0", "-3", "1e99", "free", "NaN"])(
    "takes no room and asks nothing for the amount %j",
    async (amount) => {
      const element = place(amount)
      await settle()
      expect(asked).toEqual([])
      expect(shows(element)).toBe(false)
    }
  )

  it("shows what comes from the store as text only", async () => {
    const element = place("1299", { texts: '{"message":"<b>{count}</b>"}' })
    await settle()
    asked[0]!.answer(offerOf(1299))
    await settle()
    expect(line(element)).toBe("<b>3</b>")
  })

  it("is shown in a page whose language is none", async () => {
    const element = await placed(1299, { locale: "no such language" })
    expect(line(element)).toContain("433")
  })
})

describe("a changing amount", () => {
  it("is followed", async () => {
    const element = await placed(1299)
    element.setAttribute("amount", "600")
    await settle()
    asked[1]!.answer(offerOf(600))
    await settle()
    expect(line(element)).toBe("or 3 × about R 200,00")
  })

  it("hides the message when it leaves the band, and shows it again", async () => {
    const element = await placed(1299)
    element.setAttribute("amount", "30")
    await settle()
    asked[1]!.answer(noOffer)
    await settle()
    expect(shows(element)).toBe(false)
    element.setAttribute("amount", "1299")
    await settle()
    asked[2]!.answer(offerOf(1299))
    await settle()
    expect(shows(element)).toBe(true)
  })

  it("is asked for once when it changes quickly", async () => {
    const element = await placed(1299)
    for (const amount of ["600", "900", "1200"]) {
      element.setAttribute("amount", amount)
      await jest.advanceTimersByTimeAsync(50)
    }
    await settle()
    expect(asked.map(({ amount }) => amount)).toEqual(["1299", "1200"])
  })

  it("shows the latest answer, also when an earlier one arrives after it", async () => {
    const element = place("600")
    await settle()
    element.setAttribute("amount", "900")
    await settle()
    const [first, second] = asked
    expect(first!.aborted).toBe(true)
    second!.answer(offerOf(900))
    await settle()
    first!.answer(offerOf(600))
    await settle()
    expect(line(element)).toBe("or 3 × about R 300,00")
  })

  it("asks nothing when it is set to what it was", async () => {
    const element = await placed(1299)
    element.setAttribute("amount", "1299")
    await settle()
    expect(asked).toHaveLength(1)
  })

  it.each([
    ["is away", () => asked[1]!.fail()],
    ["does not answer for five seconds", () => jest.advanceTimersByTime(5_000)],
  ])("leaves no old promise when the store %s", async (_, happens) => {
    const element = await placed(1299)
    element.setAttribute("amount", "600")
    await settle()
    happens()
    await settle()
    expect(shows(element)).toBe(false)
  })

  it("does not flicker while answers are on their way", async () => {
    const element = await placed(1299)
    for (const amount of ["600", "900"]) {
      element.setAttribute("amount", amount)
      await settle()
      expect(shows(element)).toBe(true)
    }
  })

  it("is not asked for once the message has left the page", async () => {
    const element = place("1299")
    await settle()
    element.remove()
    expect(asked[0]!.aborted).toBe(true)
    element.setAttribute("amount", "600")
    await settle()
    expect(asked).toHaveLength(1)
  })
})

describe("the texts", () => {
  const own = "in {count} payments of {amount}"

  it("can be the element's own, as an attribute", async () => {
    const element = await placed(1299, {
      texts: JSON.stringify({ message: own, button: "How?" }),
    })
    expect(line(element)).toBe("in 3 payments of R 433,00")
    expect(words(part(element, "button"))).toBe("How?")
    expect(words(part(element, "close"))).toBe("Close")
  })

  it("can be the element's own, as a property that changes", async () => {
    const element = await placed(1299)
    element.texts = { message: own }
    expect(line(element)).toBe("in 3 payments of R 433,00")
    expect(element.texts).toEqual({ message: own })
  })

  it("can be set before the element is registered", async () => {
    const early = document.createElement("early-message")
    Object.assign(early, { texts: { message: own } })
    early.setAttribute("amount", "1299")
    early.setAttribute("currency-code", "zar")
    document.body.append(early)
    defineInstalmentMessage({ ...config, tagName: "early-message" })
    await settle()
    asked.at(-1)!.answer(offerOf(1299))
    await settle()
    expect(line(early)).toBe("in 3 payments of R 433,00")
    Object.assign(early, { texts: { message: "{count} payments" } })
    expect(line(early)).toBe("3 payments")
  })

  it.each([
    ["no JSON", "{"],
    ["null", "null"],
    ["of the wrong kind", '{"message":3,"steps":"one","close":null}'],
  ])("stay English when the attribute is %s", async (_, texts) => {
    const element = await placed(1299, { texts })
    expect(line(element)).toBe("or 3 × about R 433,00")
    expect(words(part(element, "close"))).toBe("Close")
  })

  it("can be JSON in the property, as React 19 sets it", async () => {
    const element = await placed(1299)
    Object.assign(element, { texts: JSON.stringify({ message: own }) })
    expect(line(element)).toBe("in 3 payments of R 433,00")
  })

  it("are in the language of the page", async () => {
    document.documentElement.lang = "af-ZA"
    const element = await placed(1299)
    expect(line(element)).toBe("of 3 × ongeveer R 433,00")
    expect(words(part(element, "close"))).toBe("Maak toe")
  })

  it("follow the element's own language", async () => {
    const element = await placed(1299)
    element.setAttribute("locale", "af")
    expect(line(element)).toContain("ongeveer")
    element.setAttribute("locale", "pt")
    expect(line(element)).toContain("about")
  })

  it("say that the amount is before tax, also in the explanation", async () => {
    const element = await placed(1299, { "before-tax": "" })
    expect(line(element)).toBe("or 3 × about R 433,00 before tax")
    expect(words(part(element, "note"))).toContain("before tax")
    element.removeAttribute("before-tax")
    expect(line(element)).toBe("or 3 × about R 433,00")
    expect(words(part(element, "note"))).not.toContain("before tax")
  })

  it('leave the "or" out once instalments are chosen', async () => {
    const element = await placed(1299, { chosen: "" })
    expect(line(element)).toBe("3 × about R 433,00")
  })

  it("show money in the element's own language, else in the page's", async () => {
    const element = await placed(1299, { locale: "en-US" })
    expect(line(element)).toBe("or 3 × about R 433.00")
    element.removeAttribute("locale")
    expect(line(element)).toContain("R 433,00")
  })
})

describe("the explanation", () => {
  it("opens and closes", async () => {
    const element = await placed(1299)
    const dialog = part<HTMLDialogElement>(element, "dialog")
    expect(dialog.open).toBe(false)
    part(element, "button").click()
    expect(dialog.open).toBe(true)
    part(element, "close").click()
    expect(dialog.open).toBe(false)
  })

  it("closes by a click beside it, not by one on it", async () => {
    const element = await placed(1299)
    const dialog = part<HTMLDialogElement>(element, "dialog")
    part(element, "button").click()
    part(element, "note").click()
    expect(dialog.open).toBe(true)
    dialog.click()
    expect(dialog.open).toBe(false)
  })

  it("opens as a modal dialog, which keeps the keyboard inside", async () => {
    const element = await placed(1299)
    const modal = jest.spyOn(HTMLDialogElement.prototype, "showModal")
    part(element, "button").click()
    expect(modal).toHaveBeenCalledTimes(1)
    modal.mockRestore()
  })

  it("tells the steps, every term, and where the exact amounts are shown", async () => {
    const element = await placed(1299)
    expect(part(element, "steps").querySelectorAll("li")).toHaveLength(4)
    const rows = [...part(element, "terms").querySelectorAll("tbody tr")]
    expect(
      rows.map((row) => [...row.children].map((cell) => words(cell)))
    ).toEqual([
      ["2", "2 × R 649,50"],
      ["3", "3 × R 433,00"],
    ])
    expect(words(part(element, "note"))).toBe(
      "The payment page shows what is charged, to the cent."
    )
  })

  it("has names for a screen reader", async () => {
    const element = await placed(1299)
    const { shadowRoot } = element
    const named = (from: string, attribute: string) => {
      const id = part(element, from).getAttribute(attribute)
      return words(shadowRoot!.querySelector(`#${id}`))
    }
    expect(named("dialog", "aria-labelledby")).toBe(
      words(part(element, "title"))
    )
    expect(named("button", "aria-describedby")).toBe(line(element))
    const [header] = part(element, "terms").querySelectorAll("tbody th")
    expect(header!.getAttribute("scope")).toBe("row")
  })

  it("stays open and up to date while the amount changes", async () => {
    const element = await placed(1299)
    const dialog = part<HTMLDialogElement>(element, "dialog")
    part(element, "button").click()
    element.setAttribute("amount", "600")
    await settle()
    asked[1]!.answer(offerOf(600))
    await settle()
    expect(dialog.open).toBe(true)
    expect(words(part(element, "terms"))).toContain("3 × R 200,00")
  })

  it("closes when there is no offer any more", async () => {
    const element = await placed(1299)
    const dialog = part<HTMLDialogElement>(element, "dialog")
    part(element, "button").click()
    element.removeAttribute("amount")
    expect(dialog.open).toBe(false)
    expect(shows(element)).toBe(false)
  })

  it("follows no link and sends no form that it stands in", async () => {
    const card = document.createElement("a")
    const element = await placed(1299)
    document.body.append(card)
    card.append(element)
    await settle()
    asked.at(-1)!.answer(offerOf(1299))
    await settle()
    const clicks: boolean[] = []
    card.addEventListener("click", (event) => {
      clicks.push(event.defaultPrevented)
    })
    part(element, "button").click()
    part(element, "close").click()
    expect(clicks).toEqual([true, true])
    expect(part(element, "button").getAttribute("type")).toBe("button")
  })
})

describe("registering", () => {
  it("twice changes nothing", () => {
    const first = customElements.get("instalment-message")
    defineInstalmentMessage({ baseUrl: "https://other.example" })
    expect(customElements.get("instalment-message")).toBe(first)
  })
})
