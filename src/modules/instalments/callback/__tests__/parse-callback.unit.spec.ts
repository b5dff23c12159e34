import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
} from "node:zlib"
import fc from "fast-check"
import { readCallback } from "../parse-callback"
import { LONGEST_CALLBACK } from "../read-body"

const read = (body: string | Buffer, encoding?: string) =>
  readCallback(Buffer.from(body as string), encoding)!

describe("reading a callback", () => {
  it("keeps the known fields and drops the others", () => {
    const body = {
      client_reference_id: "inst_1",
      status: "successful",
      number_of_payments: 6,
      order_id: "hostile",
    }
    expect(read(JSON.stringify(body)).parsed).toEqual({
      understood: true,
      callback: {
        client_reference_id: "inst_1",
        status: "successful",
        number_of_payments: 6,
      },
    })
  })

  it("never takes an unknown status for paid, and keeps the reference", () => {
    const body = '{"client_reference_id":"inst_1","status":"approved"}'
    expect(read(body).parsed).toMatchObject({
      understood: false,
      client_reference_id: "inst_1",
    })
  })

  const said = { client_reference_id: "inst_1", status: "successful" } as const
  const text = JSON.stringify(said)
  const marked = `\uFEFF${text}`
  it.each<[string, Buffer, string]>([
    ["with a byte order mark", Buffer.from(marked), ""],
    ["as UTF-16", Buffer.from(marked, "utf16le"), ""],
    ["as UTF-16, big endian", Buffer.from(marked, "utf16le").swap16(), ""],
    ["in gzip", gzipSync(text), "gzip"],
    ["in gzip, in capitals", gzipSync(text), " GZIP"],
    ["in deflate", deflateSync(text), "deflate"],
    ["in deflate without a header", deflateRawSync(text), "deflate"],
    ["in Brotli", brotliCompressSync(text), "br"],
    ["in gzip and with a mark", gzipSync(marked), "gzip"],
    ["inflated before us", Buffer.from(text), "gzip"],
    ["in an encoding that is none", Buffer.from(text), "constructor"],
    ["printed otherwise", Buffer.from(JSON.stringify(said, null, 2)), ""],
  ])("takes it for the same %s", (_, received, encoding) => {
    const { parsed, forms } = read(received, encoding)
    expect(parsed).toEqual({ understood: true, callback: said })
    expect(forms.at(-1)!.toString()).toBe(text)
    expect(forms[0]).toEqual(received)
  })

  it.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("reads no more than 1 MiB, also of a bomb of %s", (encoding, deflate) => {
    const most = Buffer.alloc(LONGEST_CALLBACK, "x")
    const more = Buffer.alloc(LONGEST_CALLBACK + 1, "x")
    expect(readCallback(most)).not.toBeNull()
    expect(readCallback(deflate(most), encoding)).not.toBeNull()
    expect(readCallback(more)).toBeNull()
    expect(readCallback(deflate(more), encoding)).toBeNull()
    expect(readCallback(deflate(Buffer.alloc(1e7)), encoding)).toBeNull()
  })

  const ours = `inst_${"0".repeat(26)}`
  it.each([
    ["a form", `client_reference_id=${ours}&status=successful`],
    ["other JSON", `{"data":{"attributes":{"reference":"${ours}"}}}`],
    ["UTF-16 without a mark", Buffer.from(`"${ours}"`, "utf16le")],
  ])("finds our reference in %s, which it does not understand", (_, body) => {
    expect(read(body).parsed).toMatchObject({
      ...{ understood: false, client_reference_id: ours },
    })
  })

  it("never throws", () => {
    const encodings = fc.constantFrom("gzip", "deflate", "br", "x", undefined)
    fc.assert(
      fc.property(
        fc.oneof(fc.json(), fc.string(), fc.uint8Array()),
        encodings,
        (body, encoding) => {
          const { parsed } = read(Buffer.from(body as string), encoding)
          expect(parsed.understood).toBe(false)
        }
      )
    )
  })
})
