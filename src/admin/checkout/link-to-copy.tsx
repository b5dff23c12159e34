import { Input } from "@medusajs/ui"
import { useEffect, useRef } from "react"

/**
 * A link where the clipboard cannot be written to: in a field that has the focus
 * and is selected, so that it can be copied by hand at once.
 */
export function LinkToCopy({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [url])
  return (
    <Input
      ref={field}
      readOnly
      size="small"
      aria-label="Instalment link"
      value={url}
      onFocus={({ target }) => target.select()}
    />
  )
}
