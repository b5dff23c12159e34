import { Heading } from "@medusajs/ui"
import type { TimelineEntry } from "../../api/admin/instalments/answers"
import { TimelineStep } from "./timeline-step"

/** What happened, oldest first, and what comes next by itself. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <Heading level="h3">Timeline</Heading>
      <ol className="flex flex-col">
        {entries.map((entry, index) => (
          <TimelineStep
            key={`${entry.at} ${entry.kind} ${index}`}
            entry={entry}
            isLast={index === entries.length - 1}
          />
        ))}
      </ol>
    </div>
  )
}
