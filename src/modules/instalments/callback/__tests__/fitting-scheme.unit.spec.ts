import fc from "fast-check"
import { createHmac } from "node:crypto"
import { optionsWith } from "../../../../cli/doctor/__tests__/options"
import { fittingScheme } from "../fitting-scheme"
import { readCallback } from "../parse-callback"
import { ALGORITHMS, ENCODINGS, verifySignature } from "../signature"

const options = optionsWith({
  clientSecret: ["client-secret-new", "client-secret-old"],
  signingSecret: ["signing-key-new", "signing-key-old"],
  callback: { key: ["callback-key-new", "callback-key-old"] },
})
const KEYS = {
  clientSecret: options.clientSecret,
  signingSecret: options.signingSecret,
  "callback.key": options.callback.key,
}
const ALL_KEYS = Object.values(KEYS).flat()

type Used = { algorithm: string; encoding: string; key: string }
const sign = (body: string, { algorithm, encoding, key }: Used) =>
  createHmac(algorithm, key)
    .update(body)
    .digest(encoding as "base64")

const formsOf = (body: string | Uint8Array) =>
  readCallback(Buffer.from(body as string))!.forms

describe("the scheme that would have fitted a callback", () => {
  it("is found whatever the content, and named by its option", () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom(...ALGORITHMS),
        fc.constantFrom(...ENCODINGS),
        fc.constantFrom(...ALL_KEYS),
        fc.boolean(),
        (value, algorithm, encoding, key, pretty) => {
          const compact = JSON.stringify(value)
          const header = sign(compact, { algorithm, encoding, key })
          const forms = formsOf(
            pretty ? JSON.stringify(value, null, 2) : compact
          )
          const scheme = options.callback
          fc.pre(!verifySignature({ forms, header, scheme }).verified)
          const [option] = Object.entries(KEYS).find(([, keys]) =>
            keys.includes(key)
          )!
          const said = fittingScheme({ forms, header }, options)
          expect(said).toContain(
            `It fits HMAC-${algorithm.toUpperCase()} in ${encoding} with ${option}.`
          )
          for (const secret of [...ALL_KEYS, header]) {
            expect(said).not.toContain(secret)
          }
        }
      )
    )
  })

  it("is none for what was not signed with a key of the store", () => {
    const none = "No algorithm, encoding and key of this store fits it."
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.oneof(fc.string(), fc.constant(undefined), fc.base64String()),
        (bytes, header) => {
          const forms = formsOf(bytes)
          expect(fittingScheme({ forms, header }, options)).toBe(none)
        }
      )
    )
  })

  const body = '{"status":"successful"}'
  it.each([
    [{ encoding: "hex" }, "Set callback.encoding: hex, and restart."],
    [
      { algorithm: "sha256", encoding: "base64url" },
      "Set callback.algorithm: sha256, callback.encoding: base64url, and restart.",
    ],
    [
      { key: "client-secret-old" },
      "Set callback.key: the value of clientSecret, and restart.",
    ],
    [{ key: "signing-key-old" }, "Set callback.key: none, and restart."],
  ])("says in words what to set: %j", (changes, words) => {
    const used = {
      ...{ algorithm: "sha512", encoding: "base64", key: "callback-key-new" },
      ...changes,
    }
    const forms = formsOf(body)
    const header = sign(body, used)
    expect(fittingScheme({ forms, header }, options)).toMatch(
      new RegExp(`${words.replaceAll(".", "\\.")}$`)
    )
  })
})
