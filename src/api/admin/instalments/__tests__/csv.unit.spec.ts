import { csvLine } from "../csv"

it("A line is RFC 4180", () => {
  expect(csvLine(["x", 1, null, "é"])).toBe("x,1,,é\r\n")
})

it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])(
  "A text that would be a formula is one no more: %j",
  (formula) => {
    const written = csvLine([formula, "y"])
    expect(written).toMatch(/^"?'/)
    expect(written).toContain(`'${formula}`)
  }
)

it("Separators, quotes and line ends stay inside of their cell", () => {
  const cells = ['a comma, "quoted"', "two\r\nlines"]
  expect(csvLine(cells)).toBe('"a comma, ""quoted""","two\r\nlines"\r\n')
})
