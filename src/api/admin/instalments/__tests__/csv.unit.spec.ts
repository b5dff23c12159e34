import { PassThrough } from "node:stream"
import { buffer } from "node:stream/consumers"
import type { MedusaResponse } from "@medusajs/framework/http"
import { type Cell, type CsvFormat, writeCsv } from "../csv"

/** The file that is answered, with a column `a`, a column `b` and these rows. */
async function file(rows: Cell[][], format?: CsvFormat): Promise<string> {
  const res = Object.assign(new PassThrough(), { setHeader: () => undefined })
  const written = buffer(res)
  async function* all() {
    yield* rows
  }
  const named = { name: "x.csv", columns: ["a", "b"], format }
  await writeCsv(res as unknown as MedusaResponse, named, all())
  // A reader of text would drop the mark that a file may begin with.
  return (await written).toString("utf8")
}
const MARK = "\uFEFF"

it("A file is plain RFC 4180 unless another format is asked for", async () => {
  expect(await file([["x", { cents: 123_456 }]])).toBe("a,b\r\nx,1234.56\r\n")
})

it("A file for Excel of South Africa has semicolons, decimal commas and a mark of UTF-8", async () => {
  const rows = [
    ["x", { cents: 123_456 }],
    [null, { cents: -5 }],
  ]
  expect(await file(rows, "excel-za")).toBe(
    `${MARK}a;b\r\nx;1234,56\r\n;-0,05\r\n`
  )
})

it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])(
  "A text that would be a formula is one no more: %j",
  async (formula) => {
    for (const format of ["standard", "excel-za"] as const) {
      const written = await file([[formula, "y"]], format)
      expect(written).toMatch(/\r\n"?'/)
      expect(written).toContain(`'${formula}`)
    }
  }
)

it("Separators, quotes and line ends stay inside of their cell", async () => {
  const cells = ['semi;colon, "quoted"', "two\r\nlines"]
  const quoted = '"semi;colon, ""quoted"""'
  expect(await file([cells])).toBe(`a,b\r\n${quoted},"two\r\nlines"\r\n`)
  expect(await file([cells], "excel-za")).toBe(
    `${MARK}a;b\r\n${quoted};"two\r\nlines"\r\n`
  )
})
