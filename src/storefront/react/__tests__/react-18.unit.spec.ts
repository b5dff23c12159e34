/** @jest-environment @happy-dom/jest-environment */
import type { ReactNode } from "react"
import { withReact } from "./react-versions.js"
import { beginning, offer, payment, Store } from "./store.js"

const store = new Store()
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** What `components.unit.spec.ts` proves with React 19, in one walk. */
describe("with React 18", () => {
  const { react, dom, components } = withReact("18")
  const { act, createElement: h } = react
  const {
    EarlierPayment,
    InstalmentMessage,
    InstalmentsProvider,
    InstalmentsReturn,
    PayInInstalments,
  } = components

  beforeEach(() => {
    jest.useFakeTimers()
    localStorage.clear()
  })
  afterEach(() => {
    jest.restoreAllMocks()
    jest.useRealTimers()
  })

  it("a shopper reads the message, presses the button, comes back and is led to the order", async () => {
    const left = jest.spyOn(location, "assign").mockImplementation(() => {})
    const went = jest.fn()
    const page = document.createElement("div")
    document.body.replaceChildren(page)
    document.documentElement.lang = "en-ZA"
    const root = dom.createRoot(page)
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
    async function show(...what: ReactNode[]) {
      const props = { ...store.connection, navigate: went }
      await act(async () => root.render(h(InstalmentsProvider, props, ...what)))
      await pass(300)
    }

    store.answers = { ...beginning(), offer }
    await show(
      h(InstalmentMessage, { key: "a", amount: 1299, currencyCode: "zar" }),
      h(PayInInstalments, { key: "b", cartId: "cart_1" })
    )
    const message = page.querySelector("instalment-message")!
    expect(message.shadowRoot?.textContent).toMatch(/or 6 × about/)
    await act(async () => {
      page.querySelector("button")!.click()
      await jest.advanceTimersByTimeAsync(300)
    })
    expect(left).toHaveBeenCalledWith("https://pay.example/1")

    store.answers = {
      "/store/instalments/payment-sessions/payses_1": [
        payment("pending", { payment_url: "https://pay.example/1" }),
        payment("paid", { order_id: "order_1" }),
      ],
    }
    await show(
      h(EarlierPayment, { key: "c", cartId: "cart_2", returnUrl: "/return" }),
      h(InstalmentsReturn, {
        ...{ key: "d", cartId: "cart_1" },
        ...{ orderUrl: "/za/order/{order_id}", checkoutUrl: "/za/checkout" },
      })
    )
    await pass(2_000)
    expect(went.mock.calls).toEqual([["/za/order/order_1", { replace: true }]])
    act(() => root.unmount())
  })
})
