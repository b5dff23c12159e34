import type { MedusaResponse } from "@medusajs/framework/http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { fromCents } from "../../../modules/instalments/rules"

/** A value of a table's cell. */
export type Cell = string | number | null

/**
 * Streams rows as a CSV file (RFC 4180) with a mark in front that it is UTF-8, which
 * spreadsheets need. A cell that a spreadsheet would read as a formula gets an apostrophe
 * in front: customers can write parts of a reference.
 */
export async function writeCsv(
  res: MedusaResponse,
  file: { name: string; columns: readonly string[] },
  batches: AsyncIterable<Cell[][]>
): Promise<void> {
  res.setHeader("content-type", "text/csv; charset=utf-8")
  res.setHeader("content-disposition", `attachment; filename="${file.name}"`)
  res.setHeader("cache-control", "no-store")
  async function* lines() {
    yield `\uFEFF${csvLine(file.columns)}`
    for await (const rows of batches) {
      yield rows.map(csvLine).join("")
    }
  }
  await pipeline(Readable.from(lines()), res)
}

/** One line of a CSV file, with its line end. */
const csvLine = (cells: readonly Cell[]) =>
  `${cells.map(csvCell).join(",")}\r\n`

function csvCell(value: Cell): string {
  if (typeof value !== "string") {
    return String(value ?? "")
  }
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Integer cents in major units with two decimals, like `1399.55`. */
export function majorUnits(cents: number): string {
  return fromCents(cents).toFixed(2)
}
