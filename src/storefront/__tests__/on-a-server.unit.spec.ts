import { createInstalments, defineInstalmentMessage } from "../index.js"
import { rememberedSessions } from "../remembered-sessions.js"

describe("on a server", () => {
  it("registers no element and is in nobody's way", () => {
    expect(typeof document).toBe("undefined")
    expect(() => {
      defineInstalmentMessage()
      defineInstalmentMessage()
    }).not.toThrow()
  })

  it("makes a client", () => {
    const connection = { baseUrl: "https://api.example", publishableKey: "pk" }
    expect(Object.keys(createInstalments(connection)).sort()).toEqual([
      "balance",
      "hasStarted",
      "offer",
      "pay",
      "start",
      "waitForResult",
    ])
  })

  it("remembers sessions as long as the client lives", () => {
    const remembered = rememberedSessions()
    remembered.set("cart_1", "payses_1")
    expect(remembered.get("cart_1")).toBe("payses_1")
    expect(rememberedSessions().get("cart_1")).toBeUndefined()
  })
})
