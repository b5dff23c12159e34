/** @jest-environment @happy-dom/jest-environment */
import { rememberedSessions } from "../remembered-sessions.js"

const KEY = "medusa-payment-instalments"
const refuse = () => {
  throw new Error("Not allowed")
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => jest.restoreAllMocks())

describe("a remembered session", () => {
  it("is known in another tab", () => {
    rememberedSessions().set("cart_1", "payses_1")
    expect(rememberedSessions().get("cart_1")).toBe("payses_1")
    expect(rememberedSessions().get("cart_2")).toBeUndefined()
  })

  it("gives way to the one that another tab started later", () => {
    const here = rememberedSessions()
    here.set("cart_1", "payses_1")
    rememberedSessions().set("cart_1", "payses_2")
    expect(here.get("cart_1")).toBe("payses_2")
  })

  it("makes room for newer carts after twenty", () => {
    const remembered = rememberedSessions()
    for (let i = 1; i <= 21; i++) {
      remembered.set(`cart_${i}`, `payses_${i}`)
    }
    expect(remembered.get("cart_1")).toBeUndefined()
    expect(remembered.get("cart_2")).toBe("payses_2")
    expect(JSON.parse(localStorage.getItem(KEY)!)).toHaveLength(20)
  })

  it("is in this tab's storage when the browser's lasting one is full", () => {
    const full = { getItem: () => null, setItem: refuse } as unknown as Storage
    jest.spyOn(globalThis, "localStorage", "get").mockReturnValue(full)
    rememberedSessions().set("cart_1", "payses_1")
    expect(rememberedSessions().get("cart_1")).toBe("payses_1")
  })

  it("is never an older payment that the full storage still holds", () => {
    const kept = new Map([[KEY, JSON.stringify([["cart_1", "payses_0"]])]])
    const full = {
      getItem: (key: string) => kept.get(key) ?? null,
      removeItem: (key: string) => kept.delete(key),
      setItem: refuse,
    } as unknown as Storage
    jest.spyOn(globalThis, "localStorage", "get").mockReturnValue(full)
    rememberedSessions().set("cart_1", "payses_1")
    expect(rememberedSessions().get("cart_1")).toBe("payses_1")
  })

  it("lives as long as the page where storage is forbidden", () => {
    jest.spyOn(globalThis, "localStorage", "get").mockImplementation(refuse)
    jest.spyOn(globalThis, "sessionStorage", "get").mockImplementation(refuse)
    const remembered = rememberedSessions()
    remembered.set("cart_1", "payses_1")
    expect(remembered.get("cart_1")).toBe("payses_1")
    expect(rememberedSessions().get("cart_1")).toBeUndefined()
  })

  it.each(["{", "3", '{"cart_1":"payses_1"}', '["cart_1"]', "null"])(
    "is unknown when the storage holds %s",
    (text) => {
      localStorage.setItem(KEY, text)
      const remembered = rememberedSessions()
      expect(remembered.get("cart_1")).toBeUndefined()
      remembered.set("cart_1", "payses_1")
      expect(rememberedSessions().get("cart_1")).toBe("payses_1")
    }
  )
})
