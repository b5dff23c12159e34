import { notifyUrl } from "../notify-url"

describe("the address of the callbacks", () => {
  it.each([
    ["https://api.shop.example", "https://api.shop.example/hooks/instalments"],
    ["https://api.shop.example/", "https://api.shop.example/hooks/instalments"],
    ["https://shop.example/api", "https://shop.example/api/hooks/instalments"],
  ])("of a backend at %s is %s", (backendUrl, expected) => {
    expect(notifyUrl({ backendUrl })).toBe(expected)
  })
})
