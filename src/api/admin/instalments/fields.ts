import { MedusaError } from "@medusajs/framework/utils"

/**
 * The keys of a row that `fields` asks for, as in Medusa's own routes: a list
 * replaces them all, `-key` leaves one out; `id` is always there.
 *
 * @throws MedusaError (invalid data, 400) that names an unknown key.
 */
export function pickFields<T extends { id: string }>(
  row: T,
  fields: string | undefined
): Partial<T> {
  if (!fields) {
    return row
  }
  const asked = fields.split(",").map((name) => name.trim())
  const name = (field: string) => field.replace(/^[-+]/, "")
  const unknown = asked.filter((field) => !(name(field) in row))
  if (unknown.length > 0) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `fields: unknown ${unknown.join(", ")}; expected some of ${Object.keys(row).join(", ")}.`
    )
  }
  const out = asked.filter((field) => field.startsWith("-")).map(name)
  const only = asked.filter((field) => !/^[-+]/.test(field))
  const keys = Object.keys(row).filter(
    (key) =>
      key === "id" ||
      (!out.includes(key) && (only.length === 0 || only.includes(key)))
  )
  return Object.fromEntries(
    keys.map((key) => [key, row[key as keyof T]])
  ) as Partial<T>
}
