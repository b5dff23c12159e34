import { allowedReturnUrl, fillTemplate } from "../return-urls"

describe("return addresses", () => {
  it("are filled with encoded values", () => {
    const values = { cart_id: "a/b", country_code: "za" }
    expect(
      fillTemplate("https://s.example/{country_code}?c={cart_id}", values)
    ).toBe("https://s.example/za?c=a%2Fb")
  })

  const origins = ["https://shop.example"]

  it("are taken on an origin that the store allows", () => {
    const url = "https://shop.example/back?x=1"
    expect(allowedReturnUrl(url, origins)).toEqual({ url })
  })

  it.each([
    "https://evil.example/",
    "https://shop.example.evil.example/",
    "https://shop.example@evil.example/",
    "https://user:pass@shop.example/",
    "//evil.example/",
    "/relative",
    "javascript:alert(1)",
    "http://shop.example/",
  ])("are refused otherwise: %s", (url) => {
    expect(allowedReturnUrl(url, origins)).toEqual({
      refusal: expect.stringContaining("not on an origin"),
    })
  })
})
