import { Button, Drawer, Input, Label, Text } from "@medusajs/ui"
import { useState } from "react"
import type { Action } from "../../api/admin/instalments/answers"
import { useAct } from "../data/use-act"

type Props = { action: Action; onClose: () => void }

/** Asks which checkout of the service this one is; the service is asked too. */
export function IdentifyDrawer({ action, onClose }: Props) {
  const [id, setId] = useState("")
  const act = useAct()
  const save = () =>
    act.mutate(
      { action, body: { checkout_id: id.trim() } },
      { onSuccess: onClose }
    )
  return (
    <Drawer open onOpenChange={(open) => open || onClose()}>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>Identify this checkout</Drawer.Title>
          <Drawer.Description className="text-ui-fg-subtle">
            The answer to its creation was lost. The service&apos;s support can
            tell which of its checkouts has our reference.
          </Drawer.Description>
        </Drawer.Header>
        <Drawer.Body className="flex flex-col gap-y-2">
          <Label htmlFor="identify-id">The service&apos;s checkout id</Label>
          <Input
            id="identify-id"
            value={id}
            onChange={({ target }) => setId(target.value)}
          />
          <Text size="small" className="text-ui-fg-subtle">
            The service is asked for it: it must be paid, for the same amount,
            and of no other checkout here.
          </Text>
        </Drawer.Body>
        <Drawer.Footer>
          <Button variant="secondary" size="small" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="small"
            disabled={!id.trim()}
            isLoading={act.isPending}
            onClick={save}
          >
            Identify
          </Button>
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  )
}
