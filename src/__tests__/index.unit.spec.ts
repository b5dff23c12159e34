import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseOptions } from "../modules/instalments/options/parse-options"
import { instalments, type InstalmentsOptions } from ".."

const { env } = process

const right: InstalmentsOptions = {
  environment: "sandbox",
  baseUrl: env.INSTALMENTS_TEST_URL ?? "http://localhost:4010",
  clientSecret: "sandbox-client-secret",
  signingSecret: "sandbox-signing-secret",
  backendUrl: "http://localhost:9000",
  storefront: {
    successUrl: "http://localhost:8000/a",
    cancelUrl: "http://localhost:8000/b",
    orderUrl: "http://localhost:8000/c",
  },
}

describe("the helper for plugins", () => {
  it("answers what Medusa's plugins takes, with the options as they are", () => {
    const { resolve, options } = instalments(right)
    expect(resolve).toBe("medusa-payment-instalments")
    expect(options).toBe(right)
    expect(parseOptions(options)).toMatchObject({ environment: "sandbox" })
  })

  // `npm run types` finds an error where one is expected and there is none.
  it("makes a wrong option an error of types", () => {
    const { orderUrl, ...twoPages } = right.storefront
    const wrong = [
      // @ts-expect-error a misspelt option
      instalments({ ...right, timezone: "Africa/Johannesburg" }),
      // @ts-expect-error a misspelt option of a group
      instalments({ ...right, refunds: { aproval: "manual" } }),
      // @ts-expect-error a word that is not one of two
      instalments({ ...right, environment: "live" }),
      // @ts-expect-error a page is missing
      instalments({ ...right, storefront: twoPages }),
      // @ts-expect-error a number that is a text
      instalments({ ...right, callback: { settleBudgetMs: "365" } }),
    ]
    for (const { options } of wrong) {
      expect(() => parseOptions(options)).toThrow("wrong options")
    }
    expect(orderUrl).toBeDefined()
  })

  it("takes what the environment may not have", () => {
    const { options } = instalments({ ...right, baseUrl: env.NOT_SET })
    expect(() => parseOptions(options)).toThrow("baseUrl")
  })

  it("loads nothing, as a medusa-config is read before Medusa is", () => {
    const code = readFileSync(join(__dirname, "../index.ts"), "utf8")
    expect(code).not.toMatch(/^import (?!type )|require\(|^export .* from/m)
  })
})
