import { VERSIONS, withReact } from "./react-versions.js"
import { Store } from "./store.js"

describe.each(VERSIONS)("on a server with React %s", (version) => {
  const { react, server, components } = withReact(version)
  const { createElement: h } = react
  const store = new Store()
  const render = (...children: React.ReactNode[]) =>
    server.renderToString(
      h(
        components.InstalmentsProvider,
        { ...store.connection, lang: "af" },
        ...children
      )
    )

  it("there is no browser, and everything is drawn without one", () => {
    expect(typeof window).toBe("undefined")
    const html = render(
      h(components.InstalmentMessage, {
        key: "message",
        amount: 1299,
        currencyCode: "zar",
        beforeTax: true,
        className: "promise",
      }),
      h(components.EarlierPayment, {
        key: "earlier",
        cartId: "cart_1",
        returnUrl: "/return",
      }),
      h(components.PayInInstalments, { key: "pay", cartId: "cart_1" }),
      h(components.InstalmentsReturn, { key: "return", cartId: "cart_1" })
    )
    expect(html).toContain(
      '<instalment-message class="promise" amount="1299" currency-code="zar"'
    )
    expect(html).toContain('before-tax=""')
    expect(html).toContain("Betaal in paaiemente</button>")
    expect(html).toContain("Ons kyk na jou betaling")
    expect(store.asked).toEqual([])
  })
})
