import { Button, Drawer, toast } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { Action } from "../../api/admin/instalments/answers"
import { sdk, useReadAgain } from "../data/queries"

/** An action with what it needs to be told: a note, the service's id. */
type Act = { action: Action; body?: Record<string, unknown> }

/**
 * Runs one of the actions that an answer offers, says what became of it and
 * has every figure of the console (and the order behind it) read again.
 */
export function useAct() {
  const { t } = useTranslation("instalments")
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: ({ action, body = {} }: Act) =>
      sdk.client.fetch(action.path, { method: "POST", body }),
    onSuccess: (_, { action }) => {
      toast.success(t("actions.done"), {
        description: t("actions.hasRun", { action: action.label }),
      })
    },
    onError: (error, { action }) => {
      toast.error(t("actions.refused", { action: action.label }), {
        description: error.message,
      })
    },
    onSettled: readAgain,
  })
}

type ActDrawerProps = Required<Act> & {
  title: string
  /** What has to be known before it is filled in. */
  text: string
  /** The words of the button that runs the action, where they are not its label. */
  doneBy?: string
  /** Whether everything is filled in. */
  isReady: boolean
  onClose: () => void
  children: ReactNode
}

/** Asks a person for what an action needs to be told, and runs it. */
export function ActDrawer(props: ActDrawerProps) {
  const { action, body, title, text, doneBy, isReady, onClose } = props
  const { t } = useTranslation("instalments")
  const act = useAct()
  return (
    <Drawer open onOpenChange={(open) => open || onClose()}>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.Description className="text-ui-fg-subtle">
            {text}
          </Drawer.Description>
        </Drawer.Header>
        <Drawer.Body className="flex flex-col gap-y-4 overflow-y-auto">
          {props.children}
        </Drawer.Body>
        <Drawer.Footer>
          <Button variant="secondary" size="small" onClick={onClose}>
            {t("shown.cancel")}
          </Button>
          <Button
            size="small"
            disabled={!isReady}
            isLoading={act.isPending}
            onClick={() => act.mutate({ action, body }, { onSuccess: onClose })}
          >
            {doneBy ?? action.label}
          </Button>
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  )
}
