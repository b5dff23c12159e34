import { gzipSync } from "node:zlib"
import fc from "fast-check"
import { readCallback } from "../parse-callback"
import { compactJson, signTestCallback, verifySignature } from "../signature"

const key = "signing-secret"
const scheme = {
  ...{ algorithm: "sha512" as const, encoding: "base64" as const },
  key: [key],
}
const sign = (body: string) => signTestCallback(body, key)["x-signature"]
const formsOf = (body: string | Buffer, encoding?: string) =>
  readCallback(Buffer.from(body), encoding)!.forms
const verify = (body: string | Buffer, header?: string | string[]) =>
  verifySignature({ forms: formsOf(body), header, scheme })

describe("compacting JSON", () => {
  it("gives the bytes of compact serialisation, whatever the value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const pretty = Buffer.from(JSON.stringify(value, null, 2))
        expect(compactJson(pretty).toString()).toBe(JSON.stringify(value))
      })
    )
  })

  it("keeps number spelling, key order, escapes and spaces in strings", () => {
    const raw = '{ "b" : 1.0e2,\n\t"a\\" x" : "\\u00e9 / " }'
    expect(compactJson(Buffer.from(raw)).toString()).toBe(
      '{"b":1.0e2,"a\\" x":"\\u00e9 / "}'
    )
  })
})

describe("the signature of a callback", () => {
  it("is accepted over the bytes received and over their compact form", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const compact = JSON.stringify(value)
        const pretty = JSON.stringify(value, null, 2)
        expect(verify(compact, sign(compact)).verified).toBe(true)
        expect(verify(pretty, sign(compact)).verified).toBe(true)
        expect(verify(pretty, sign(pretty)).verified).toBe(true)
      })
    )
  })

  it("is refused when one byte of the body is another", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), (text, at) => {
        const body = Buffer.from(JSON.stringify({ text }))
        const header = sign(body.toString())
        body[at % body.length]! ^= 0x01
        expect(verify(body, header).verified).toBe(false)
      })
    )
  })

  const body = '{"status":"successful"}'
  const good = sign(body)

  it.each([
    ["missing", undefined, /no X-Signature/],
    ["empty", "", /no X-Signature/],
    ["sent twice with two values", [good, sign("{}")], /several/],
    ["sent twice, as Node joins it", `${good}, ${sign("{}")}`, /several/],
    ["short", good.slice(0, 40), /bytes, 64 are expected/],
    ["not Base64", "!".repeat(88), /not valid base64/],
    ["hex", Buffer.from(good, "base64").toString("hex"), /hex digest/],
    [
      "URL-safe",
      Buffer.alloc(64, 0xff).toString("base64url"),
      /URL-safe Base64/,
    ],
    ["of another body", sign("{}"), /another body/],
  ])("says why it is refused when %s", (_, header, reason) => {
    expect(verify(body, header)).toEqual({
      verified: false,
      reason: expect.stringMatching(reason),
    })
  })

  it.each([[[good, good]], [`${good}, ${good}`]])(
    "is one when it is sent twice with one value: %j",
    (header) => {
      expect(verify(body, header).verified).toBe(true)
    }
  )

  it("may be over the text or over what was received, compressed and with a byte order mark", () => {
    const marked = Buffer.from(`\uFEFF${body}`)
    const wide = Buffer.from(`\uFEFF${body}`, "utf16le")
    const zipped = gzipSync(marked)
    for (const [sent, encoding] of [
      [marked],
      [wide],
      [zipped, "gzip"],
    ] as const) {
      for (const signed of [body, sent]) {
        const header = signTestCallback(signed, key)["x-signature"]
        const forms = formsOf(sent, encoding)
        expect(verifySignature({ forms, header, scheme }).verified).toBe(true)
      }
    }
  })

  it("is refused when whitespace was put into a number or a word", () => {
    const compact = '{"amount":139955,"paid":true}'
    for (const split of [
      '{"amount":1 39955,"paid":true}',
      '{"amount":139955,"paid":tr ue}',
    ]) {
      expect(verify(split, sign(compact)).verified).toBe(false)
    }
  })

  it("may be of any key of the list, and says which", () => {
    const keys = ["newest-key", "older-key", "oldest-key"]
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom(...keys, "strange-key"),
        fc.boolean(),
        (value, signer, pretty) => {
          const compact = JSON.stringify(value)
          const rawBody = pretty ? JSON.stringify(value, null, 2) : compact
          const verdict = verifySignature({
            forms: formsOf(rawBody),
            header: signTestCallback(compact, signer)["x-signature"],
            scheme: { ...scheme, key: keys },
          })
          expect(verdict).toEqual(
            keys.includes(signer)
              ? { verified: true, key: signer }
              : { verified: false, reason: expect.any(String) }
          )
        }
      )
    )
  })

  it.each([[[""]], [["good-key-1", ""]], [[]]])(
    "is never accepted with an empty key: %j",
    (keys: string[]) => {
      const header = signTestCallback(body, "")["x-signature"]
      const verdict = verifySignature({
        forms: formsOf(body),
        header,
        scheme: { ...scheme, key: keys },
      })
      expect(verdict.verified).toBe(false)
    }
  )
})
