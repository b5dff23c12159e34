import { Copy, Tooltip } from "@medusajs/ui"

/** Longer than this, an id is shown by its ends only. */
const WHOLE = 22

/** An id to read out to support: short to look at, copied whole. */
export function Reference({ id, what }: { id: string | null; what: string }) {
  if (!id) {
    return <span className="text-ui-fg-subtle">–</span>
  }
  return (
    <span className="inline-flex min-w-0 items-center gap-x-1">
      <Tooltip content={id} maxWidth={480}>
        <code className="txt-compact-small truncate font-mono">
          {shorten(id)}
        </code>
      </Tooltip>
      <Copy content={id} aria-label={`Copy ${what}`} />
    </span>
  )
}

function shorten(id: string): string {
  return id.length > WHOLE ? `${id.slice(0, 11)}…${id.slice(-6)}` : id
}
