/** @jest-environment @happy-dom/jest-environment */
/// <reference lib="dom.iterable" />
import type { ComponentProps, ReactNode } from "react"
import type { Root } from "react-dom/client"
import type { InstalmentMessageElement } from "../../index.js"
import { withReact } from "./react-versions.js"
import { beginning, offer, payment, SESSIONS, Store } from "./store.js"

// One for all, as the element is registered once, with its connection.
const store = new Store()
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// All of it with React 19; `react-18.unit.spec.ts` shows that 18 draws them too.
describe("with React 19", () => {
  const { react, dom, components } = withReact("19")
  const { act, createElement: h } = react
  const {
    EarlierPayment,
    InstalmentMessage,
    InstalmentsProvider,
    InstalmentsReturn,
    PayInInstalments,
    useInstalmentOffer,
  } = components
  type ProviderProps = ComponentProps<typeof InstalmentsProvider>
  type ReturnProps = ComponentProps<typeof InstalmentsReturn>

  let root: Root
  let page: HTMLElement
  let went: jest.Mock
  let left: jest.SpyInstance
  beforeEach(() => {
    jest.useFakeTimers()
    localStorage.clear()
    store.answers = {}
    store.asked = []
    went = jest.fn()
    left = jest.spyOn(location, "assign").mockImplementation(() => {})
    page = document.createElement("div")
    document.body.replaceChildren(page)
    document.documentElement.lang = "en-ZA"
    root = dom.createRoot(page)
  })
  afterEach(() => {
    act(() => root.unmount())
    jest.restoreAllMocks()
    jest.useRealTimers()
  })

  /** Draws it inside a provider, and lets the store answer. */
  async function show(what: ReactNode, more: Partial<ProviderProps> = {}) {
    const props = { ...store.connection, navigate: went, ...more }
    await act(async () => root.render(h(InstalmentsProvider, props, what)))
    await pass(300)
  }
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
  const words = () => page.textContent!.replace(/\s/g, " ")
  const links = () =>
    [...page.querySelectorAll("a")].map((link) => link.getAttribute("href"))
  async function press(selector: string) {
    await act(async () => {
      page.querySelector<HTMLElement>(selector)!.click()
      await jest.advanceTimersByTimeAsync(300)
    })
  }

  it("says which provider is missing", () => {
    jest.spyOn(console, "error").mockImplementation(() => {})
    expect(() => act(() => root.render(h(PayInInstalments)))).toThrow(
      /InstalmentsProvider/
    )
    root = dom.createRoot(document.createElement("div"))
  })

  describe("the message", () => {
    const message = () =>
      page.querySelector<InstalmentMessageElement>("instalment-message")!
    const line = () =>
      message().shadowRoot?.textContent?.replace(/\s/g, " ") ?? ""

    it("is the element, with the shop's connection, language and texts", async () => {
      store.answers = { offer }
      await show(
        h(InstalmentMessage, {
          amount: 1299,
          currencyCode: "zar",
          className: "promise",
        }),
        { lang: "af-ZA", texts: { button: "Hoekom?" } }
      )
      expect(message().className).toBe("promise")
      expect(line()).toContain("of 6 × ongeveer R 216,50")
      expect(line()).toContain("Hoekom?")
    })

    it("follows its amount and what it is", async () => {
      store.answers = { offer }
      const draw = (more: object) =>
        show(
          h(InstalmentMessage, { amount: 1299, currencyCode: "zar", ...more })
        )
      await draw({ beforeTax: true })
      expect(line()).toContain("before tax")
      await draw({ chosen: true })
      expect(line()).toMatch(/^6 × about/)
      await draw({ amount: 1300 })
      expect(message().getAttribute("amount")).toBe("1300")
      expect(line()).toMatch(/^or 6 × about/)
    })

    it("can be drawn by the shop", async () => {
      store.answers = { offer }
      await show(
        h(InstalmentMessage, {
          amount: 1299,
          currencyCode: "zar",
          children: ({ hint }) => h("b", null, hint),
        })
      )
      expect(message()).toBeNull()
      expect(words()).toBe("3 or 6 payments, one a month, on your credit card")
    })
  })

  describe("an offer", () => {
    function Hint({ total }: { total: number }) {
      const { hint, error } = useInstalmentOffer({ cartId: "cart_1" }, total)
      return h("p", null, hint, error?.message)
    }

    it("is told in words, and asked for again when the cart's total changes", async () => {
      const small = { ...offer.offer, eligible: false, missing: 10 }
      store.answers = {
        offer: [{ offer: { ...small, reason: "below_minimum" } }, offer],
      }
      await show(h(Hint, { total: 90 }))
      expect(words()).toBe(
        "R 10,00 more in your cart, and you can pay in instalments."
      )
      await show(h(Hint, { total: 1299 }))
      expect(words()).toContain("3 or 6 payments")
      expect(store.asked).toHaveLength(2)
    })

    it.each([
      ["en", "Choose a delivery first, then you can pay in instalments."],
      ["af", "Kies eers ’n aflewering, dan kan jy in paaiemente betaal."],
    ])(
      "to a cart without its delivery is told in words (%s)",
      async (lang, said) => {
        const none = { eligible: false, reason: "delivery_missing" }
        store.answers = { offer: { offer: { ...offer.offer, ...none } } }
        await show(h(Hint, { total: 90 }), { lang })
        expect(words()).toBe(said)
      }
    )

    it("that the store refuses is told in the store's words", async () => {
      const refused = { eligible: false, reason: "refused", message: "No." }
      store.answers = { offer: { offer: { ...offer.offer, ...refused } } }
      await show(h(Hint, { total: 90 }))
      expect(words()).toBe("No.")
    })

    it("that does not come is told in the shopper's language", async () => {
      store.answers = { offer: null }
      await show(h(Hint, { total: 90 }), { lang: "af" })
      expect(words()).toContain("Die winkel kan nie bereik word nie")
    })
  })

  describe("the button", () => {
    const button = () => page.querySelector("button")!

    it("starts the payment and leaves for its page, busy meanwhile", async () => {
      store.answers = beginning()
      const onStarted = jest.fn()
      await show(h(PayInInstalments, { cartId: "cart_1", onStarted }))
      expect(button().getAttribute("aria-busy")).toBe("false")
      await press("button")
      expect(left).toHaveBeenCalledWith("https://pay.example/1")
      expect(button().getAttribute("aria-busy")).toBe("true")
      expect(onStarted.mock.calls[0][0]).toMatchObject({ reference: "inst_1" })
    })

    it("is ready again when the browser brings the page back", async () => {
      store.answers = beginning()
      await show(h(PayInInstalments, { cartId: "cart_1" }))
      await press("button")
      const back = Object.assign(new Event("pageshow"), { persisted: true })
      act(() => void window.dispatchEvent(back))
      expect(button().getAttribute("aria-busy")).toBe("false")
    })

    it("starts one payment, however often it is pressed", async () => {
      store.answers = beginning()
      await show(h(PayInInstalments, { cartId: "cart_1" }))
      await act(async () => {
        button().click()
        button().click()
        await jest.advanceTimersByTimeAsync(300)
      })
      expect(left).toHaveBeenCalledTimes(1)
    })

    it("takes nobody to the payment page who has left the button meanwhile", async () => {
      store.answers = beginning()
      const onStarted = jest.fn()
      await show(h(PayInInstalments, { cartId: "cart_1", onStarted }))
      act(() => button().click())
      act(() => root.render(h("p", null, "Paid by card")))
      await pass(300)
      expect(store.asked).not.toEqual([])
      expect(left).not.toHaveBeenCalled()
      expect(onStarted).not.toHaveBeenCalled()
    })

    it("leads no shopper to a paid cart's page who has left the button meanwhile", async () => {
      const paid = { ...offer.offer, eligible: false, reason: "already_paid" }
      store.answers = {
        ...beginning(),
        [SESSIONS]: 400,
        offer: { offer: paid },
      }
      await show(
        h(PayInInstalments, { cartId: "cart_1", returnUrl: "/return" })
      )
      act(() => button().click())
      act(() => root.render(h("p", null, "Another page")))
      await pass(300)
      expect(went).not.toHaveBeenCalled()
    })

    it("leaves for the payment page in React's strict mode too", async () => {
      store.answers = beginning()
      const pay = h(PayInInstalments, { cartId: "cart_1" })
      await show(h(react.StrictMode, null, pay))
      await press("button")
      expect(left).toHaveBeenCalledTimes(1)
    })

    it("says what went wrong, and can be pressed again", async () => {
      store.answers = { "/store/payment-collections": 500 }
      await show(h(PayInInstalments, { cartId: "cart_1" }))
      await press("button")
      const alert = page.querySelector("[role=alert]")!
      expect(alert.textContent).toContain("not available right now")
      store.answers = beginning()
      await press("button")
      expect(page.querySelector("[role=alert]")).toBeNull()
      expect(left).toHaveBeenCalledTimes(1)
    })

    it("keeps the store's words where it refuses, in any language", async () => {
      store.answers = { ...beginning(), [SESSIONS]: 400, offer }
      await show(h(PayInInstalments, { cartId: "cart_1" }), { lang: "af" })
      await press("button")
      expect(page.querySelector("[role=alert]")!.textContent).toBe("No.")
    })

    it.each([409, 500])(
      "leads a cart that is becoming an order, and locked (%i), to the page to come back to",
      async (status) => {
        const paid = { ...offer.offer, eligible: false, reason: "already_paid" }
        store.answers = {
          "/store/payment-collections": status,
          offer: { offer: { ...paid, order_id: null } },
        }
        const cart = { cartId: "cart_1", returnUrl: "/return?cart=cart_1" }
        await show(h(PayInInstalments, cart))
        await press("button")
        expect(went).toHaveBeenCalledWith(cart.returnUrl, { replace: true })
      }
    )

    it("tells no shopper what Medusa says to programs when a cart is busy", async () => {
      store.answers = { "/store/payment-collections": 409, offer }
      await show(h(PayInInstalments, { cartId: "cart_1" }), { lang: "af" })
      await press("button")
      expect(page.querySelector("[role=alert]")!.textContent).toBe(
        "Paaiemente is nie nou beskikbaar nie."
      )
    })

    it("leads a cart that is paid already to the page to come back to", async () => {
      const paid = { ...offer.offer, eligible: false, reason: "already_paid" }
      store.answers = {
        ...beginning(),
        [SESSIONS]: 400,
        offer: { offer: { ...paid, order_id: "order_1" } },
      }
      const cart = { cartId: "cart_1", returnUrl: "/return?cart=cart_1" }
      await show(h(PayInInstalments, cart))
      await press("button")
      expect(went).toHaveBeenCalledWith(cart.returnUrl, { replace: true })
      const onAlreadyPaid = jest.fn()
      await show(h(PayInInstalments, { ...cart, onAlreadyPaid }))
      await press("button")
      expect(onAlreadyPaid).toHaveBeenCalledWith("order_1")
      expect(went).toHaveBeenCalledTimes(1)
    })

    it("makes room for a framed payment page", async () => {
      store.answers = beginning("iframe")
      await show(h(PayInInstalments, { cartId: "cart_1" }), { lang: "af" })
      // Nothing is to be loaded from the network.
      page.querySelector(".instalments-frame")!.replaceChildren = jest.fn()
      await press("button")
      expect(left).not.toHaveBeenCalled()
      expect(button()).toBeNull()
      expect(page.firstElementChild!.getAttribute("data-state")).toBe("framed")
    })

    it("does not keep the framed page of another cart", async () => {
      store.answers = beginning("iframe")
      await show(h(PayInInstalments, { cartId: "cart_1" }))
      page.querySelector(".instalments-frame")!.replaceChildren = jest.fn()
      await press("button")
      await show(h(PayInInstalments, { cartId: "cart_2" }))
      expect(page.firstElementChild!.getAttribute("data-state")).toBe("ready")
      expect(button()).not.toBeNull()
    })

    it("has words, classes or a whole look of the shop's own", async () => {
      const classNames = { button: "primary" }
      await show(h(PayInInstalments, { cartId: "c", classNames }, "Split it"))
      expect(button().textContent).toBe("Split it")
      expect(button().className).toBe("instalments-button primary")
      await show(
        h(PayInInstalments, {
          cartId: "c",
          children: ({ state }) => h("i", null, state),
        })
      )
      expect(page.innerHTML).toBe("<i>ready</i>")
    })
  })

  describe("the page to come back to", () => {
    const PAYMENT = "/store/instalments/payment-sessions/payses_1"
    const show_ = (more: Partial<ReturnProps> = {}, lang = "en-ZA") => {
      remember()
      const props = {
        cartId: "cart_1",
        orderUrl: "/za/order/{order_id}",
        checkoutUrl: "/za/checkout?cart={cart_id}",
        shopUrl: "/za",
        ...more,
      }
      return show(h(InstalmentsReturn, props), { lang })
    }
    const title = () => page.querySelector("h1")!.textContent

    it("waits, says so, and leads to the order after the shop has heard of it", async () => {
      const open = { payment_url: "https://pay.example/1" }
      const heard: unknown[] = []
      const onEnding: ReturnProps["onEnding"] = async ({ cartId, ending }) => {
        expect(went).not.toHaveBeenCalled()
        heard.push([cartId, ending])
      }
      store.answers = {
        [PAYMENT]: [
          payment("pending", open),
          payment("paid", { order_id: "order_1" }),
        ],
      }
      await show_({ onEnding })
      expect(title()).toBe("Checking your payment")
      expect(words()).toContain("has not confirmed your payment yet")
      expect(links()).toEqual(["https://pay.example/1"])
      await pass(1_500)
      expect(heard).toEqual([["cart_1", "paid"]])
      expect(went.mock.calls).toEqual([
        ["/za/order/order_1", { replace: true }],
      ])
      expect(links()).toEqual(["/za/order/order_1"])
    })

    it("leads to the order although the shop failed to hear of it", async () => {
      store.answers = { [PAYMENT]: payment("paid", { order_id: "order_1" }) }
      await show_({ onEnding: () => Promise.reject(new Error("Oh")) })
      expect(went).toHaveBeenCalledTimes(1)
    })

    it("stays to tell who has paid twice that the second payment goes back", async () => {
      const refund = { status: "requested", expected_on: "2026-11-24" }
      store.answers = {
        [PAYMENT]: payment("paid", { order_id: "order_1", refund }),
      }
      const onEnding = jest.fn()
      await show_({ onEnding })
      expect(onEnding).toHaveBeenCalledTimes(1)
      expect(went).not.toHaveBeenCalled()
      expect(words()).toContain("by Tuesday, 24 November 2026")
      expect(links()).toEqual(["/za/order/order_1"])
    })

    it("stays to tell who has paid twice that the shop decides about the second payment", async () => {
      const order = { order_id: "order_1", is_held: true }
      store.answers = { [PAYMENT]: payment("paid", order) }
      await show_()
      expect(went).not.toHaveBeenCalled()
      expect(words()).toContain("That money is safe")
      expect(links()).toEqual(["/za/order/order_1"])
    })

    it("tells beside a page that may still be paid that another payment goes back", async () => {
      const refund = { status: "scheduled", expected_on: "2026-11-24" }
      const payment_url = "https://pay.example/1"
      store.answers = { [PAYMENT]: payment("pending", { payment_url, refund }) }
      await show_({ timeoutMs: 5_000 })
      const told = "Another payment of yours goes back to you"
      expect(words()).toContain(told)
      await pass(6_000)
      expect(title()).toBe("Your payment is not confirmed yet")
      expect(words()).toContain(`${told}, all of it, by Tuesday, 24 November`)
      expect(links()).toEqual([payment_url])
    })

    it("leads nowhere without an address, and tells of a second payment", async () => {
      const refund = { status: "requested", expected_on: "2026-11-24" }
      store.answers = {
        [PAYMENT]: payment("paid", { order_id: "order_1", refund }),
      }
      await show_({ orderUrl: undefined })
      expect(title()).toBe("This payment is complete")
      expect(words()).toContain("by Tuesday, 24 November 2026")
      expect(went).not.toHaveBeenCalled()
      expect(links()).toEqual(["/za"])
    })

    it.each([
      ["cancelled", "The payment was cancelled", "Nothing was charged"],
      ["expired", "The payment page has expired", "within 30 minutes"],
    ])("says when it was %s, and leads to the checkout", async (...all) => {
      const [status, heading, text] = all
      store.answers = { [PAYMENT]: payment(status) }
      await show_()
      expect(title()).toBe(heading)
      expect(words()).toContain(text)
      expect(links()).toEqual(["/za/checkout?cart=cart_1"])
      await press("a")
      expect(went).toHaveBeenCalledWith("/za/checkout?cart=cart_1", {
        replace: false,
      })
    })

    it.each([
      [
        "en-ZA",
        "complete",
        "You got the whole amount back on Tuesday, 24 November 2026.",
      ],
      [
        "en-ZA",
        "scheduled",
        "You get the whole amount back by Tuesday, 24 November 2026.",
      ],
      [
        "af",
        "requested",
        "Jy kry die volle bedrag terug teen Dinsdag 24 November 2026.",
      ],
    ])(
      "tells in %s what happens to the money that is %s, and leads to the shop",
      async (lang, status, text) => {
        const refund = { status, expected_on: "2026-11-24" }
        store.answers = { [PAYMENT]: payment("unplaced", { refund }) }
        const paid = { amount: 1299, currencyCode: "zar", reference: "inst_1" }
        await show_({ paid }, lang)
        expect(words()).toContain(text)
        expect(words()).toContain("R 1 299,00")
        expect(words()).toContain("inst_1")
        expect(links()).toEqual(["/za"])
      }
    )

    it("says that the money is safe while the shop decides", async () => {
      store.answers = { [PAYMENT]: payment("unplaced") }
      await show_()
      expect(words()).toContain("Your money is safe.")
      expect(links()).toEqual(["/za"])
    })

    it("ends its waiting, and looks again when it is asked to", async () => {
      store.answers = {
        [PAYMENT]: payment("pending", { payment_url: "https://pay.example/1" }),
      }
      await show_({ timeoutMs: 5_000 })
      await pass(6_000)
      expect(title()).toBe("Your payment is not confirmed yet")
      store.answers = { [PAYMENT]: payment("cancelled") }
      await press("button")
      expect(title()).toBe("The payment was cancelled")
    })

    it("says that the store does not answer, goes on, and says so in the end", async () => {
      store.answers = { [PAYMENT]: null }
      await show_({ timeoutMs: 5_000 })
      expect(words()).toContain("does not answer at the moment")
      await pass(6_000)
      expect(title()).toBe("The shop cannot be reached")
      expect(words()).toContain("your payment is safe")
      expect(page.querySelector("button")!.textContent).toBe("Look again")
    })

    it.each([
      ["is not known", "cart_2"],
      ["has no name", ""],
    ])("says when the payment %s, and leads to the shop", async (_, cartId) => {
      await show_({ cartId })
      expect(title()).toBe("There is no such payment")
      expect(links()).toEqual(["/za"])
    })

    it("asks once, and does not wait, when the shopper left the payment page", async () => {
      store.answers = {
        [PAYMENT]: payment("pending", { payment_url: "https://pay.example/1" }),
      }
      await show_({ hasLeft: true })
      expect(title()).toBe("You left the payment page")
      expect(links()).toEqual([
        "https://pay.example/1",
        "/za/checkout?cart=cart_1",
      ])
      await pass(60_000)
      expect(store.asked).toHaveLength(1)
    })

    it("tells who left it of a payment that has arrived, and not how to pay", async () => {
      store.answers = { [PAYMENT]: payment("pending") }
      await show_({ hasLeft: true })
      expect(title()).toBe("Your order is not placed yet")
      expect(words()).toContain("Please do not pay again")
      expect(words()).not.toContain("charged")
      expect(page.querySelector("button")!.textContent).toBe("Look again")
      expect(links()).toEqual([])
    })

    it("says to who left it that the store does not answer, and not how to pay", async () => {
      store.answers = { [PAYMENT]: null }
      await show_({ hasLeft: true })
      expect(title()).toBe("The shop cannot be reached")
      expect(links()).toEqual(["/za"])
    })

    it("says while it waits that the payment has arrived", async () => {
      store.answers = { [PAYMENT]: payment("pending") }
      await show_({}, "af")
      expect(words()).toContain("Moet asseblief nie weer betaal nie")
      expect(links()).toEqual([])
    })

    it("asks no more once it is left", async () => {
      store.answers = { [PAYMENT]: payment("pending") }
      await show_()
      await show(null)
      const before = store.asked.length
      await pass(60_000)
      expect(store.asked).toHaveLength(before)
    })

    it("can be drawn by the shop", async () => {
      store.answers = { [PAYMENT]: payment("expired") }
      await show_({
        children: ({ title: heading, content, ending }) =>
          h("main", { id: ending }, h("h2", null, heading), content),
      })
      expect(page.querySelector("main#expired h2")!.textContent).toContain(
        "has expired"
      )
      expect(links()).toEqual(["/za/checkout?cart=cart_1"])
    })
  })

  describe("what the checkout says of the payment before", () => {
    const PAYMENT = "/store/instalments/payment-sessions/payses_1"
    const earlier = () =>
      show(
        h(EarlierPayment, {
          cartId: "cart_1",
          returnUrl: "/za/return?cart={cart_id}",
        })
      )

    it("is nothing where this browser has begun none", async () => {
      await earlier()
      expect(page.innerHTML).toBe("")
      expect(store.asked).toEqual([])
    })

    it.each([
      ["cancelled", "You cancelled the payment", []],
      ["expired", "open for too long", []],
      ["pending", "has arrived or is being", ["/za/return?cart=cart_1"]],
      ["unplaced", "could not become an order", ["/za/return?cart=cart_1"]],
    ])("is said when it is %s", async (status, text, to) => {
      remember()
      store.answers = { [PAYMENT]: payment(status) }
      await earlier()
      expect(words()).toContain(text)
      expect(links()).toEqual(to)
      expect(went).not.toHaveBeenCalled()
    })

    it("says beside one that was left that another goes back", async () => {
      remember()
      const refund = { status: "scheduled", expected_on: "2026-11-24" }
      const payment_url = "https://pay.example/1"
      store.answers = { [PAYMENT]: payment("pending", { payment_url, refund }) }
      await earlier()
      expect(words()).toContain("You left the payment page")
      expect(words()).toContain("Another payment of yours goes back to you")
    })

    it("asks nobody to choose how to pay whose payment has arrived", async () => {
      remember()
      const payment_url = "https://pay.example/1"
      store.answers = { [PAYMENT]: payment("pending", { payment_url }) }
      await earlier()
      expect(words()).toContain("You left the payment page")
      expect(words()).toContain("choose how to pay")
      store.answers = { [PAYMENT]: payment("pending") }
      await show(null)
      await earlier()
      expect(words()).toContain("Please do not pay again")
      expect(words()).not.toMatch(/choose how to pay|charged/)
    })

    it("is nothing while the store does not answer", async () => {
      remember()
      store.answers = { [PAYMENT]: null }
      await earlier()
      expect(page.innerHTML).toBe("")
    })

    it("is the way to the page to come back to when it is paid", async () => {
      remember()
      store.answers = { [PAYMENT]: payment("paid", { order_id: "order_1" }) }
      await earlier()
      expect(went).toHaveBeenCalledWith("/za/return?cart=cart_1", {
        replace: true,
      })
      expect(page.innerHTML).toBe("")
    })
  })

  /** This browser has begun a payment of the cart. */
  function remember() {
    localStorage.setItem(
      "medusa-payment-instalments",
      JSON.stringify([["cart_1", "payses_1"]])
    )
  }
})
