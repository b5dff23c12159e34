import { Button, Drawer, Input, Label, RadioGroup } from "@medusajs/ui"
import { useState } from "react"
import type { Action } from "../../api/admin/instalments/answers"
import { useAct } from "../data/use-act"

type Props = { action: Action; onClose: () => void }

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
