import { likeAnother, parseOptions } from "../parse-options"

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
      refunds: { approval: "automatic", sameDay: "schedule", paused: false },
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
    ["signingSecret", { signingSecret: ["signing-secret-2", "short"] }],
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

  it("refuse the addresses and clocks of a sandbox in production", () => {
    const message = messageOf(() =>
      parseOptions({
        ...good,
        environment: "production",
        baseUrl: "http://localhost:4010",
        backendUrl: "http://backend:9000",
        furtherBackendUrls: ["http://10.0.0.7:9000"],
        storefront: { ...storefront, origins: ["http://192.168.1.20"] },
        clockOffset: "P1D",
      })
    )
    for (const name of [
      ...["baseUrl", "backendUrl", "furtherBackendUrls.0"],
      ...["storefront.origins.0", "clockOffset"],
    ]) {
      expect(message).toContain(`- ${name}: `)
    }
  })

  it.each(["\n", "\r\n", " ", "\t", "\u00A0", "\uFEFF", "\u200B"])(
    "are refused by name where %j is around a secret or an address",
    (end) => {
      const texts = (text: string) => [text + end, end + text]
      for (const secret of texts("some-secret")) {
        for (const [name, wrong] of Object.entries({
          clientSecret: { clientSecret: secret },
          signingSecret: { signingSecret: ["signing-secret-2", secret] },
          "callback.key": { callback: { key: [secret] } },
        })) {
          const message = messageOf(() => parseOptions({ ...good, ...wrong }))
          expect(message).toContain(`- ${name}: expected no space, line end`)
          expect(message).not.toContain("some-secret")
        }
      }
      for (const url of texts("https://a.example")) {
        for (const [name, wrong] of Object.entries({
          baseUrl: { baseUrl: url },
          backendUrl: { backendUrl: url },
          "furtherBackendUrls.0": { furtherBackendUrls: [url] },
          "storefront.successUrl": {
            storefront: { ...storefront, successUrl: url },
          },
          "storefront.origins.0": {
            storefront: { ...storefront, origins: [url] },
          },
        })) {
          const message = messageOf(() => parseOptions({ ...good, ...wrong }))
          expect(message).toContain(`- ${name}: expected no space, line end`)
        }
      }
    }
  )

  it.each([
    "http://sandbox:4010",
    "http://host.docker.internal:4010",
    "http://10.0.0.7",
    "http://172.16.0.1",
    "http://172.31.255.1",
    "http://192.168.1.20:4010",
  ])("take %s in environment sandbox", (url) => {
    expect(
      parseOptions({ ...good, baseUrl: url, backendUrl: url }).baseUrl
    ).toBe(url)
  })

  it.each([
    "http://service.example",
    "http://172.32.0.1",
    "http://11.0.0.1",
    "http://10.example.com",
    "http://192.168.1.20.example.com",
    "http://[2001:db8::1]",
    "ftp://sandbox",
  ])("refuse %s in any environment", (baseUrl) => {
    expect(() => parseOptions({ ...good, baseUrl })).toThrow("- baseUrl:")
  })
})

describe("options that look like another environment's", () => {
  const production = {
    ...{ ...good, environment: "production" },
    baseUrl: "https://api.pay.example",
  }

  it.each([
    [production, "baseUrl", { baseUrl: "https://uat.service.example" }],
    [production, "clientSecret", { clientSecret: "sandbox-client" }],
    [production, "clientSecret", { clientSecret: "sk_test_8Hq2mL7pWz0s" }],
    [production, "callback.key", { callback: { key: "uat-callback-key" } }],
    [good, "baseUrl", { baseUrl: "https://live.service.example" }],
    [good, "signingSecret", { signingSecret: ["signing-key", "live-key-1"] }],
  ])("are taken and named: %#", (options, name, more) => {
    expect(likeAnother(parseOptions({ ...options, ...more }))).toEqual([name])
  })

  it.each([
    [production, { baseUrl: "https://api.evaluate.example" }],
    [production, { clientSecret: "kQ9uAtX2mL7pWz0sBv3c" }],
    [production, { signingSecret: "9fTesTq1Zr8xYw2nHd6k" }],
    [good, { clientSecret: "skxLiVe7Qp2xN0rT5wA" }],
    [good, { baseUrl: "https://deliveries.example" }],
  ])("are not those that hold such a word by chance: %#", (options, more) => {
    expect(likeAnother(parseOptions({ ...options, ...more }))).toEqual([])
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
