/** @jest-environment @happy-dom/jest-environment */
import { VERSIONS, withReact } from "./react-versions.js"
import { payment, Store } from "./store.js"

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

describe.each(VERSIONS)("hydrated by React %s", (version) => {
  const { react, dom, server, components } = withReact(version)
  const { act, createElement: h } = react

  beforeEach(() => localStorage.clear())

  it.each([["en"], [undefined]])(
    "the page is what the server drew, and goes on from there (lang %s)",
    async (lang) => {
      document.documentElement.lang = "af"
      localStorage.setItem(
        "medusa-payment-instalments",
        '[["cart_1","payses_1"]]'
      )
      const store = new Store()
      store.answers = { payses_1: payment("cancelled") }
      const page = document.createElement("div")
      document.body.replaceChildren(page)
      const shop = h(
        components.InstalmentsProvider,
        { ...store.connection, lang },
        h(components.InstalmentMessage, {
          key: "message",
          amount: 1299,
          currencyCode: "zar",
          chosen: true,
        }),
        h(components.EarlierPayment, {
          key: "earlier",
          cartId: "cart_1",
          returnUrl: "/return",
        }),
        h(components.PayInInstalments, { key: "pay", cartId: "cart_1" }),
        h(components.InstalmentsReturn, { key: "return", cartId: "cart_1" })
      )
      page.innerHTML = server.renderToString(shop)
      const complaints: unknown[] = []
      const spy = jest
        .spyOn(console, "error")
        .mockImplementation((...words) => complaints.push(words))
      await act(async () => {
        dom.hydrateRoot(page, shop, {
          onRecoverableError: (error) => complaints.push(error),
        })
        await new Promise((done) => setTimeout(done))
      })
      spy.mockRestore()
      expect(complaints).toEqual([])
      const heading = page.querySelector("h1")!.textContent
      expect(heading).toBe(
        lang ? "The payment was cancelled" : "Die betaling is gekanselleer"
      )
      expect(page.querySelector("[role=status]")!.textContent).not.toBe("")
    }
  )
})
