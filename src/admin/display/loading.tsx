import { Skeleton } from "@medusajs/ui"

/** Stands where `rows` rows of a section will be. */
export function Loading({ rows, what }: { rows: number; what: string }) {
  return (
    <div
      role="status"
      aria-label={`Loading ${what}`}
      className="flex flex-col gap-y-3 px-6 py-4"
    >
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} className="h-5 w-full" />
      ))}
    </div>
  )
}
