import { PassThrough } from "node:stream"
import { buffer } from "node:stream/consumers"
import type { MedusaResponse } from "@medusajs/framework/http"
import { type Cell, writeCsv } from "../csv"

/** The file that is answered, with a column `a`, a column `b` and these rows. */
async function file(rows: Cell[][]): Promise<string> {
  const res = Object.assign(new PassThrough(), { setHeader: () => undefined })
  const written = buffer(res)
  async function* all() {
    yield rows
  }
  const named = { name: "x.csv", columns: ["a", "b"] }
  await writeCsv(res as unknown as MedusaResponse, named, all())
  // A reader of text would drop the mark that the file begins with.
  return (await written).toString("utf8")
}

it("A file is RFC 4180 with a mark of UTF-8 in front", async () => {
  expect(
    await file([
      ["x", 1],
      [null, "é"],
    ])
  ).toBe("\uFEFFa,b\r\nx,1\r\n,é\r\n")
})

it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])(
  "A text that would be a formula is one no more: %j",
  async (formula) => {
    const written = await file([[formula, "y"]])
    expect(written).toMatch(/\r\n"?'/)
    expect(written).toContain(`'${formula}`)
  }
)

it("Separators, quotes and line ends stay inside of their cell", async () => {
  const cells = ['a comma, "quoted"', "two\r\nlines"]
  expect(await file([cells])).toBe(
    '\uFEFFa,b\r\n"a comma, ""quoted""","two\r\nlines"\r\n'
  )
})
