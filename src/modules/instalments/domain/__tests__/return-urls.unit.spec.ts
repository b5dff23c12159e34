import { allowedReturnUrl, fillTemplate } from "../return-urls"

describe("return addresses", () => {
  it("are filled with encoded values", () => {
    const values = { cart_id: "a/b", country_code: "za" }
    expect(
      fillTemplate("https://s.example/{country_code}?c={cart_id}", values)
    ).toBe("https://s.example/za?c=a%2Fb")
  })

  it.each([
    ["https://s.example/{country_code}/back", "https://s.example/back"],
    [
      "https://s.example/a/{country_code}/back?c={cart_id}",
      "https://s.example/a/back?c=cart_1",
    ],
    ["https://s.example/{country_code}", "https://s.example/"],
    [
      "https://s.example/back?in={country_code}&c={cart_id}",
      "https://s.example/back?in=&c=cart_1",
    ],
  ])("have no hole where the cart has no country: %s", (template, url) => {
    const values = { cart_id: "cart_1", country_code: "" }
    expect(fillTemplate(template, values)).toBe(url)
  })

  const origins = ["https://shop.example"]

  it("are taken on an origin that the store allows", () => {
    const url = "https://shop.example/back?x=1"
    expect(allowedReturnUrl(url, origins)).toEqual({ url })
  })

  it.each([
    ["https://shop.example/undefined/back", "https://shop.example/back"],
    ["https://shop.example//back/?x=//1", "https://shop.example/back/?x=//1"],
    ["https://shop.example/a/null/back", "https://shop.example/a/back"],
    [
      "https://shop.example/undefined-name",
      "https://shop.example/undefined-name",
    ],
  ])("lose what a storefront wrote for no country: %s", (asked, url) => {
    expect(allowedReturnUrl(asked, origins)).toEqual({ url })
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
