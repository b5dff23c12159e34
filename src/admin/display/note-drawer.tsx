import { Button, Drawer, Label, Text, Textarea } from "@medusajs/ui"
import { useState } from "react"
import type { Action } from "../../api/admin/instalments/answers"
import { useAct } from "../data/use-act"

type Props = { action: Action; noteNeeded: boolean; onClose: () => void }

/** Asks what was done before an item is marked as resolved. */
export function NoteDrawer({ action, noteNeeded, onClose }: Props) {
  const [note, setNote] = useState("")
  const act = useAct()
  const save = () =>
    act.mutate(
      { action, body: { note: note.trim() || undefined } },
      { onSuccess: onClose }
    )
  return (
    <Drawer open onOpenChange={(open) => open || onClose()}>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>{action.label}</Drawer.Title>
          <Drawer.Description className="text-ui-fg-subtle">
            It leaves the list; your name and the time stay with it.
          </Drawer.Description>
        </Drawer.Header>
        <Drawer.Body className="flex flex-col gap-y-2">
          <Label htmlFor="resolve-note">
            {noteNeeded ? "What was done" : "What was done (optional)"}
          </Label>
          <Textarea
            id="resolve-note"
            rows={5}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
          <Text size="small" className="text-ui-fg-subtle">
            For example: “Support has paid the shopper back, ticket 4711”.
          </Text>
        </Drawer.Body>
        <Drawer.Footer>
          <Button variant="secondary" size="small" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="small"
            disabled={noteNeeded && !note.trim()}
            isLoading={act.isPending}
            onClick={save}
          >
            Save
          </Button>
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  )
}
