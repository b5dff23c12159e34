import { ExclamationCircle } from "@medusajs/icons"
import { Button, Text } from "@medusajs/ui"

type Props = { what: string; error: Error; onRetry: () => void }

/** What could not be read, why, and the way to try it again. */
export function Failure({ what, error, onRetry }: Props) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-y-3 px-6 py-8 text-center"
    >
      <ExclamationCircle className="text-ui-tag-red-icon" />
      <div>
        <Text size="small" weight="plus">
          {`Could not read ${what}`}
        </Text>
        <Text size="small" className="text-ui-fg-subtle break-words">
          {error.message}
        </Text>
      </div>
      <Button size="small" variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
