import {
  Button,
  Drawer,
  Input,
  Label,
  RadioGroup,
  Text,
  Textarea,
} from "@medusajs/ui"
import { useState } from "react"
import type { Action } from "../../api/admin/instalments/answers"
import { useAct } from "./act"

type NoteProps = { action: Action; noteNeeded: boolean; onClose: () => void }

/** Asks what was done before an item is marked as resolved. */
export function NoteDrawer({ action, noteNeeded, onClose }: NoteProps) {
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

type EndDoubtProps = { action: Action; onClose: () => void }

const ENDS = {
  known: {
    label: "The service has it",
    description: "It is asked by the id that you give.",
  },
  absent: {
    label: "The service does not have it",
    description:
      "It is sent now. If the service has it after all, the shopper gets the money twice.",
  },
  failed: {
    label: "Support says that it failed",
    description:
      "The order's totals are put back; refund it again from the order's page.",
  },
}
type End = keyof typeof ENDS

/** Asks what became of a refund whose answer was lost. */
export function EndDoubtDrawer({ action, onClose }: EndDoubtProps) {
  const [end, setEnd] = useState<End>("known")
  const [id, setId] = useState("")
  const act = useAct()
  const body =
    end === "known" ? { refund_request_id: id.trim() } : { [end]: true }
  return (
    <Drawer open onOpenChange={(open) => open || onClose()}>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>End the doubt about this refund</Drawer.Title>
          <Drawer.Description className="text-ui-fg-subtle">
            Its answer was lost. Ask the service&apos;s support first: other
            refunds of this payment wait for it.
          </Drawer.Description>
        </Drawer.Header>
        <Drawer.Body className="flex flex-col gap-y-4 overflow-y-auto">
          <RadioGroup
            value={end}
            onValueChange={(value) => setEnd(value as End)}
            aria-label="What became of it"
          >
            {Object.entries(ENDS).map(([value, { label, description }]) => (
              <RadioGroup.ChoiceBox
                key={value}
                value={value}
                label={label}
                description={description}
              />
            ))}
          </RadioGroup>
          {end === "known" && (
            <div className="flex flex-col gap-y-2">
              <Label htmlFor="end-doubt-id">
                The service&apos;s id of the refund request
              </Label>
              <Input
                id="end-doubt-id"
                value={id}
                onChange={({ target }) => setId(target.value)}
              />
            </div>
          )}
        </Drawer.Body>
        <Drawer.Footer>
          <Button variant="secondary" size="small" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="small"
            disabled={end === "known" && !id.trim()}
            isLoading={act.isPending}
            onClick={() => act.mutate({ action, body }, { onSuccess: onClose })}
          >
            End the doubt
          </Button>
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  )
}
