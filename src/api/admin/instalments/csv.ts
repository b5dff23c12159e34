import type { MedusaResponse } from "@medusajs/framework/http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { fromCents } from "../../../modules/instalments/rules"

/** A value of a table's cell; cents are written in major units. */
export type Cell = string | number | { cents: number } | null

/**
 * How a file is written: `standard` as RFC 4180 has it, `excel-za` as Excel opens
 * it with South African settings, English or Afrikaans: `;` between the cells, a
 * decimal comma, and a mark in front that it is UTF-8.
 */
export const CSV_FORMATS = {
  standard: { start: "", separator: ",", decimal: "." },
  "excel-za": { start: "\uFEFF", separator: ";", decimal: "," },
} as const

/** See `CSV_FORMATS`. */
export type CsvFormat = keyof typeof CSV_FORMATS

/**
 * Streams rows as a CSV file. A cell that a spreadsheet would read as a formula
 * gets an apostrophe in front: customers can write parts of a reference.
 */
export async function writeCsv(
  res: MedusaResponse,
  file: { name: string; columns: readonly string[]; format?: CsvFormat },
  rows: AsyncIterable<Cell[]>
): Promise<void> {
  const format = CSV_FORMATS[file.format ?? "standard"]
  res.setHeader("content-type", "text/csv; charset=utf-8")
  res.setHeader("content-disposition", `attachment; filename="${file.name}"`)
  res.setHeader("cache-control", "no-store")
  async function* lines() {
    yield format.start + csvLine(file.columns, format)
    for await (const row of rows) {
      yield csvLine(row, format)
    }
  }
  await pipeline(Readable.from(lines()), res)
}

type Format = (typeof CSV_FORMATS)[CsvFormat]

/** One line of a CSV file, with its line end. */
function csvLine(cells: readonly Cell[], format: Format): string {
  return `${cells.map((cell) => csvCell(cell, format)).join(format.separator)}\r\n`
}

function csvCell(value: Cell, { separator, decimal }: Format): string {
  if (value === null) {
    return ""
  }
  if (typeof value === "object") {
    const text = majorUnits(value.cents).replace(".", decimal)
    return text.includes(separator) ? `"${text}"` : text
  }
  if (typeof value === "number") {
    return String(value)
  }
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Integer cents in major units with two decimals, like `1399.55`. */
export function majorUnits(cents: number): string {
  return fromCents(cents).toFixed(2)
}
