import fc from "fast-check"
import { createHmac } from "node:crypto"
import { optionsWith } from "../../../../cli/doctor/__tests__/options"
import { learnScheme } from "../learn-scheme"
import {
  ALGORITHMS,
  ENCODINGS,
  verifySignature,
  type SignatureScheme,
} from "../signature"

const options = optionsWith({
  clientSecret: ["client-secret-new", "client-secret-old"],
  signingSecret: ["signing-key-new", "signing-key-old"],
  callback: { key: ["callback-key-new", "callback-key-old"] },
})
const KEYS = [
  ...options.clientSecret,
  ...options.signingSecret,
  ...options.callback.key,
]

/** The options as somebody has them who did what the advice says. */
function obeyed(advice: string): SignatureScheme {
  const said = (name: string) =>
    new RegExp(`callback\\.${name}: ([^,]+)(,|$)`).exec(advice)?.[1]
  const key = said("key")
  return {
    algorithm: ALGORITHMS.find((one) => one === said("algorithm")) ?? "sha512",
    encoding: ENCODINGS.find((one) => one === said("encoding")) ?? "base64",
    key:
      key === "none"
        ? options.signingSecret
        : key
          ? options.clientSecret
          : options.callback.key,
  }
}

const unicode = (text: string) =>
  text.replace(
    /[^\0-\x7f]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`
  )
const slashes = (text: string) => text.replaceAll("/", "\\/")

const scheme = fc.record({
  algorithm: fc.constantFrom(...ALGORITHMS),
  encoding: fc.constantFrom(...ENCODINGS),
  key: fc.constantFrom(...KEYS),
})
type Scheme = { algorithm: string; encoding: "base64"; key: string }
const sign = (body: string, { algorithm, encoding, key }: Scheme) =>
  createHmac(algorithm, key).update(body).digest(encoding)

describe("learning how a confirmed callback was signed", () => {
  it("advises options by which it is verified, whatever scheme and content", () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        scheme,
        fc.constantFrom("", "prefixed", "upper case"),
        fc.boolean(),
        (value, used, form, pretty) => {
          const compact = JSON.stringify(value)
          const body = pretty ? JSON.stringify(value, null, 2) : compact
          const digest = sign(compact, used as Scheme)
          const header =
            form === "prefixed"
              ? `${used.algorithm}=${digest}`
              : form && used.encoding === "hex"
                ? digest.toUpperCase()
                : digest
          const rawBody = Buffer.from(body)
          const { callback } = options
          const known = verifySignature({ rawBody, header, scheme: callback })
          fc.pre(!known.verified)
          const { fits, advice } = learnScheme({ rawBody, header }, options)
          expect(fits).toBe(true)
          const scheme = obeyed(advice.replace(/, and restart\.$/, ""))
          expect(verifySignature({ rawBody, header, scheme }).verified).toBe(
            true
          )
        }
      )
    )
  })

  it("says when other bytes were signed than were sent", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.constantFrom(unicode, slashes, (text: string) =>
          slashes(unicode(text))
        ),
        scheme,
        (text, write, used) => {
          const body = JSON.stringify({ text: `${text}/é` })
          const header = sign(write(body), used as Scheme)
          const rawBody = Buffer.from(body)
          const { fits, advice } = learnScheme({ rawBody, header }, options)
          expect(fits).toBe(true)
          expect(advice).toMatch(/written anew with escaped .*no option has/)
        }
      )
    )
  })

  it("fits nothing that was not signed with a key of the store", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.oneof(fc.string(), fc.constant(undefined), fc.base64String()),
        (bytes, header) => {
          const rawBody = Buffer.from(bytes)
          expect(learnScheme({ rawBody, header }, options).fits).toBe(false)
        }
      )
    )
    const body = '{"status":"successful"}'
    const used = { algorithm: "sha512", encoding: "base64" as const }
    const header = sign(body, { ...used, key: "a-stranger's-key" })
    const rawBody = Buffer.from(body)
    expect(learnScheme({ rawBody, header }, options)).toEqual({
      fits: false,
      advice: expect.stringContaining("Ask the service which algorithm"),
    })
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
    const header = sign(body, used as Scheme)
    const { advice } = learnScheme(
      { rawBody: Buffer.from(body), header },
      options
    )
    expect(advice).toBe(words)
    expect(advice).not.toContain(header)
  })

  it("says what to set when callback.key is only some of signingSecret", () => {
    const some = optionsWith({
      signingSecret: ["signing-key-new", "signing-key-old"],
      callback: { key: ["signing-key-new"] },
    })
    const used = { algorithm: "sha512", encoding: "base64" as const }
    const header = sign(body, { ...used, key: "signing-key-old" })
    const learnt = learnScheme({ rawBody: Buffer.from(body), header }, some)
    expect(learnt.advice).toBe("Set callback.key: none, and restart.")
  })

  it("survives a body that is nested too deep to be written anew", () => {
    const deep = Buffer.from("[".repeat(30_000) + "]".repeat(30_000))
    expect(learnScheme({ rawBody: deep, header: "x" }, options).fits).toBe(
      false
    )
  })
})
