import { Tooltip } from "@medusajs/ui"
import type { Moment as MomentText } from "../../api/admin/instalments/answers"

/** A moment in the browser's time zone; the tooltip has it in UTC. */
export function Moment({ at }: { at: MomentText | null | undefined }) {
  if (!at) {
    return <span className="text-ui-fg-subtle">–</span>
  }
  return (
    <Tooltip content={`${at.replace("T", " ").replace(/\.\d+Z|Z$/, "")} UTC`}>
      <time dateTime={at} className="whitespace-nowrap">
        {momentText(at)}
      </time>
    </Tooltip>
  )
}

/** The same as text, for where no element can stand. */
function momentText(at: MomentText): string {
  return new Date(at).toLocaleString(undefined, {
    dateStyle: "medium",
    timeStyle: "short",
  })
}
