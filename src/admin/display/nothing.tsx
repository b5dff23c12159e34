import { Text } from "@medusajs/ui"

/** An empty section: that it is empty, and whether that is good. */
export function Nothing({ title, text }: { title: string; text: string }) {
  return (
    <div className="flex flex-col items-center gap-y-1 px-6 py-10 text-center">
      <Text size="small" weight="plus">
        {title}
      </Text>
      <Text size="small" className="text-ui-fg-subtle max-w-md text-pretty">
        {text}
      </Text>
    </div>
  )
}
