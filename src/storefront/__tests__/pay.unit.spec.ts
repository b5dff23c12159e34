/** @jest-environment @happy-dom/jest-environment */
import { createInstalments, type StartedPayment } from "../index.js"

const { pay } = createInstalments({
  baseUrl: "https://api.shop.example",
  publishableKey: "pk_1",
})
const started: StartedPayment = {
  sessionId: "payses_1",
  paymentUrl: "https://pay.example/1",
  reference: "ref_1",
  presentation: "redirect",
  amount: 1300,
  currency: "ZAR",
}
const framed: StartedPayment = { ...started, presentation: "iframe" }

let went: jest.SpyInstance
let container: HTMLElement
beforeEach(() => {
  went = jest.spyOn(location, "assign").mockImplementation(() => {})
  container = document.createElement("div")
  // Not in the page: nothing is to be loaded from the network.
  container.innerHTML = "<p>Choose how to pay</p>"
})
afterEach(() => jest.restoreAllMocks())

/** The frame's page has loaded and is at this address, or nobody may look. */
function arrive(frame: HTMLIFrameElement, inside: () => Partial<Location>) {
  Object.defineProperty(frame, "contentWindow", {
    configurable: true,
    value: {
      get location() {
        return inside()
      },
    },
  })
  frame.dispatchEvent(new Event("load"))
}

describe("paying", () => {
  it("takes the whole page to the hosted one", () => {
    pay(started)
    expect(went).toHaveBeenCalledWith("https://pay.example/1")
  })

  it("takes the whole page where the account allows no frame", () => {
    pay(started, { container })
    expect(went).toHaveBeenCalledTimes(1)
    expect(container.querySelector("iframe")).toBeNull()
  })

  it.each([undefined, null])(
    "takes the whole page when there is no place for a frame (%s)",
    (missing) => {
      pay(framed, { container: missing })
      expect(went).toHaveBeenCalledTimes(1)
    }
  )

  it.each(["javascript:alert(1)", "data:text/html,x", "", "//pay.example"])(
    "goes to no address that is no web page (%s)",
    (paymentUrl) => {
      for (const payment of [started, framed]) {
        expect(() => pay({ ...payment, paymentUrl }, { container })).toThrow(
          "This is no payment page."
        )
      }
      expect(went).not.toHaveBeenCalled()
    }
  )
})

describe("paying in a frame", () => {
  it("puts the hosted page in the container, with a name for a screen reader", () => {
    pay(framed, { container, frameTitle: "Betaling" })
    const [frame, ...others] = container.children as unknown as [
      HTMLIFrameElement,
    ]
    expect(others).toEqual([])
    expect(frame.src).toBe("https://pay.example/1")
    expect(frame.title).toBe("Betaling")
    expect(went).not.toHaveBeenCalled()
  })

  it("stays while the service or a bank is in the frame", () => {
    pay(framed, { container })
    const frame = container.querySelector("iframe")!
    arrive(frame, () => {
      throw new Error("Blocked a frame from accessing a cross-origin frame.")
    })
    arrive(frame, () => ({ origin: "null", href: "about:blank" }))
    expect(went).not.toHaveBeenCalled()
  })

  it("takes the whole page along once the frame is back in the shop", () => {
    pay(framed, { container })
    const { origin } = location
    const href = `${origin}/za/return?cart=cart_1`
    arrive(container.querySelector("iframe")!, () => ({ origin, href }))
    expect(went).toHaveBeenCalledWith(href)
  })
})
