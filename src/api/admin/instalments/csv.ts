import type { MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { fromCents } from "../../../modules/instalments/rules"
import { orderNumbers } from "./order-numbers"

/** A value of a table's cell. */
type Cell = string | number | null

/** Cells that are integer cents; they are written in major units, like `1399.55`. */
const AMOUNTS = ["amount", "service_amount"]

/**
 * Streams rows with their order's number as a CSV file (RFC 4180) with a mark in front
 * that it is UTF-8, which spreadsheets need. A cell that a spreadsheet would read as a
 * formula gets an apostrophe in front: customers can write parts of a reference.
 */
export async function writeCsv<
  Row extends { order_id: string | null },
  Name extends string,
>(
  { scope, res }: { scope: MedusaContainer; res: MedusaResponse },
  file: { name: string; columns: readonly Name[] },
  batches: AsyncIterable<Row[]>,
  answer: (row: Row) => Record<Exclude<Name, "order_number">, Cell>
): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  const disposition = `attachment; filename="${file.name}-${today}.csv"`
  res.setHeader("content-type", "text/csv; charset=utf-8")
  res.setHeader("content-disposition", disposition)
  res.setHeader("cache-control", "no-store")
  async function* lines() {
    yield `\uFEFF${csvLine(file.columns)}`
    for await (const rows of batches) {
      const numbers = await orderNumbers(scope, rows)
      for (const row of rows) {
        const order_number = numbers.get(row.order_id) ?? null
        const cells: Record<string, Cell> = { ...answer(row), order_number }
        yield csvLine(file.columns.map((name) => cellOf(name, cells[name])))
      }
    }
  }
  await pipeline(Readable.from(lines()), res)
}

function cellOf(name: string, value: Cell = null): Cell {
  return typeof value === "number" && AMOUNTS.includes(name)
    ? fromCents(value).toFixed(2)
    : value
}

/** One line of a CSV file, with its line end. */
export const csvLine = (cells: readonly Cell[]) =>
  `${cells.map(csvCell).join(",")}\r\n`

function csvCell(value: Cell): string {
  if (typeof value !== "string") {
    return String(value ?? "")
  }
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
