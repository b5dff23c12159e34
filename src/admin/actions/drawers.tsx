import { Input, Label, RadioGroup, Text, Textarea } from "@medusajs/ui"
import { useState } from "react"
import type { Action } from "../../api/admin/instalments/answers"
import { ActDrawer } from "./act"

type Props = { action: Action; onClose: () => void }

/** Asks what was done before an item is marked as resolved. */
export function NoteDrawer(props: Props & { noteNeeded: boolean }) {
  const { action, noteNeeded, onClose } = props
  const [note, setNote] = useState("")
  return (
    <ActDrawer
      action={action}
      body={{ note: note.trim() || undefined }}
      isReady={!noteNeeded || Boolean(note.trim())}
      title={action.label}
      text="It leaves the list; your name and the time stay with it."
      doneBy="Save"
      onClose={onClose}
    >
      <div className="flex flex-col gap-y-2">
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
      </div>
    </ActDrawer>
  )
}

/** Asks which checkout of the service this one is; the service is asked too. */
export function IdentifyDrawer({ action, onClose }: Props) {
  const [id, setId] = useState("")
  return (
    <ActDrawer
      action={action}
      body={{ checkout_id: id.trim() }}
      isReady={Boolean(id.trim())}
      title="Identify this checkout"
      text="The answer to its creation was lost. The service's support can tell which of its checkouts has our reference."
      doneBy="Identify"
      onClose={onClose}
    >
      <div className="flex flex-col gap-y-2">
        <Label htmlFor="identify-id">The service&apos;s checkout id</Label>
        <Input
          id="identify-id"
          value={id}
          onChange={({ target }) => setId(target.value)}
        />
        <Text size="small" className="text-ui-fg-subtle">
          The service is asked for it: it must be paid, for the same amount, and
          of no other checkout here.
        </Text>
      </div>
    </ActDrawer>
  )
}

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
export function EndDoubtDrawer({ action, onClose }: Props) {
  const [end, setEnd] = useState<End>("known")
  const [id, setId] = useState("")
  const body =
    end === "known" ? { refund_request_id: id.trim() } : { [end]: true }
  return (
    <ActDrawer
      action={action}
      body={body}
      isReady={end !== "known" || Boolean(id.trim())}
      title="End the doubt about this refund"
      text="Its answer was lost. Ask the service's support first: other refunds of this payment wait for it."
      doneBy="End the doubt"
      onClose={onClose}
    >
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
    </ActDrawer>
  )
}
