import { parseOptions } from "../parse-options"

const storefront = {
  successUrl: "https://shop.example/{country_code}/return?cart={cart_id}",
  cancelUrl: "https://shop.example/checkout",
  orderUrl: "https://shop.example/order/{order_id}",
}
const good = {
  environment: "sandbox",
  baseUrl: "https://uat.service.example",
  clientSecret: "client-secret-1",
  signingSecret: "signing-secret-1",
  backendUrl: "https://api.shop.example",
  storefront,
}

describe("the plugin's options", () => {
  it("have defaults for everything that a store need not say", () => {
    expect(parseOptions(good)).toMatchObject({
      currency: "ZAR",
      timeZone: "Africa/Johannesburg",
      refunds: { approval: "automatic", sameDay: "schedule" },
      unplacedPayments: "refund",
      storefront: {
        origins: ["https://shop.example", "https://api.shop.example"],
      },
      paymentLink: { validFor: 7 * 86_400_000 },
      callback: {
        algorithm: "sha512",
        encoding: "base64",
        key: ["signing-secret-1"],
        settleBudgetMs: 8000,
      },
      clockOffset: 0,
    })
  })

  it("take one key or several, newest first, without the places that are empty", () => {
    const parsed = parseOptions({
      ...good,
      clientSecret: ["client-secret-2", "client-secret-1", undefined],
      signingSecret: ["signing-secret-2", ""],
      callback: { key: ["callback-key-2", "callback-key-1"] },
    })
    expect(parsed).toMatchObject({
      clientSecret: ["client-secret-2", "client-secret-1"],
      signingSecret: ["signing-secret-2"],
      callback: { key: ["callback-key-2", "callback-key-1"] },
    })
    expect(parseOptions(good).clientSecret).toEqual(["client-secret-1"])
  })

  it("verify callbacks with every signing secret, unless they have a key of their own", () => {
    const signingSecret = ["signing-secret-2", "signing-secret-1"]
    const parsed = parseOptions({ ...good, signingSecret })
    expect(parsed.callback.key).toEqual(signingSecret)
  })

  it("never cut a secret at a comma", () => {
    const signingSecret = "signing,secret,1"
    const parsed = parseOptions({ ...good, signingSecret })
    expect(parsed.signingSecret).toEqual([signingSecret])
  })

  it.each([
    ["environment", { environment: "live" }],
    ["baseUrl", { baseUrl: "http://service.example" }],
    ["baseUrl", { baseUrl: "service" }],
    ["clientSecret", { clientSecret: "" }],
    ["signingSecret", { signingSecret: "client-secret-1" }],
    ["signingSecret", { signingSecret: "live-signing-key" }],
    ["signingSecret", { signingSecret: ["signing-secret-2", "short"] }],
    ["signingSecret", { signingSecret: ["signing-secret-2", "live-key-1"] }],
    [
      "signingSecret",
      { signingSecret: ["signing-secret-2", "client-secret-1"] },
    ],
    ["signingSecret", { signingSecret: [] }],
    ["signingSecret", { signingSecret: [undefined, "signing-secret-1"] }],
    [
      "signingSecret",
      { signingSecret: ["signing-secret-2", "signing-secret-2"] },
    ],
    [
      "clientSecret",
      { clientSecret: ["1", "2", "3", "4", "5"].map((n) => `client-key-${n}`) },
    ],
    ["callback.key", { callback: { key: ["callback-key", "short"] } }],
    ["backendUrl", { backendUrl: "http://api.shop.example" }],
    ["storefront", { storefront: undefined }],
    [
      "storefront.orderUrl",
      { storefront: { ...storefront, orderUrl: "https://s.example/{id}" } },
    ],
    ["currency", { currency: "Rand" }],
    ["timeZone", { timeZone: "Mars/Olympus" }],
    ["refunds.approval", { refunds: { approval: "never" } }],
    ["unplacedPayments", { unplacedPayments: "keep" }],
    ["callback.settleBudgetMs", { callback: { settleBudgetMs: 0 } }],
    ["paymentLink.validFor", { paymentLink: { validFor: "a week" } }],
    ["paymentLink.validFor", { paymentLink: { validFor: "PT0S" } }],
    ["clockOffset", { clockOffset: "tomorrow" }],
    ["options", { clientSecert: "typo" }],
  ])("are refused with %s named: %j", (name, wrong) => {
    expect(() => parseOptions({ ...good, ...wrong })).toThrow(`- ${name}:`)
  })

  it("are refused in one message that names every wrong one and no secret", () => {
    const message = messageOf(() =>
      parseOptions({ ...good, baseUrl: 1, backendUrl: 2, signingSecret: "s3" })
    )
    expect(message).toMatch(/baseUrl/)
    expect(message).toMatch(/backendUrl/)
    expect(message).toMatch(/signingSecret/)
    expect(message).not.toContain("s3")
  })

  it("refuse sandbox keys, addresses and clocks in production", () => {
    const message = messageOf(() =>
      parseOptions({
        ...good,
        environment: "production",
        clientSecret: "sandbox-client",
        clockOffset: "P1D",
      })
    )
    expect(message).toMatch(/clientSecret/)
    expect(message).toMatch(/baseUrl/)
    expect(message).toMatch(/clockOffset/)
  })
})

function messageOf(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error("nothing was refused")
}
