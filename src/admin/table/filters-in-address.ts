import type { DataTableFilteringState } from "@medusajs/ui"

/** The filters that stand in the address; what is not understood is left out. */
export function readFilters(
  address: URLSearchParams,
  ids: string[]
): DataTableFilteringState {
  const filters: DataTableFilteringState = {}
  for (const id of ids) {
    const value = parse(address.get(id))
    if (value !== undefined) {
      filters[id] = value
    }
  }
  return filters
}

/** The filters as they stand in the address; undefined takes one out. */
export function writeFilters(
  filters: DataTableFilteringState,
  ids: string[]
): Record<string, string | undefined> {
  return Object.fromEntries(
    ids.map((id) => [
      id,
      filters[id] === undefined ? undefined : JSON.stringify(filters[id]),
    ])
  )
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}
