import fc from "fast-check"
import { compactJson, signTestCallback, verifySignature } from "../signature"

const key = "signing-secret"
const scheme = {
  ...{ algorithm: "sha512" as const, encoding: "base64" as const },
  key: [key],
}
const sign = (body: string) => signTestCallback(body, key)["x-signature"]
const verify = (body: string, header?: string | string[]) =>
  verifySignature({ rawBody: Buffer.from(body), header, scheme })

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
        const verdict = verifySignature({ rawBody: body, header, scheme })
        expect(verdict.verified).toBe(false)
      })
    )
  })

  const body = '{"status":"successful"}'
  const good = sign(body)

  it.each([
    ["missing", undefined, /no X-Signature/],
    ["empty", "", /no X-Signature/],
    ["sent twice", [good, good], /several/],
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
            rawBody: Buffer.from(rawBody),
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
        rawBody: Buffer.from(body),
        header,
        scheme: { ...scheme, key: keys },
      })
      expect(verdict.verified).toBe(false)
    }
  )
})
