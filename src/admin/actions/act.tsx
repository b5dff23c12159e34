import { Button, Drawer, toast } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { Action } from "../../api/admin/instalments/answers"
import { sdk, useReadAgain } from "../data/queries"
import type { Words } from "../i18n/words"

/** An action with what it needs to be told: a note, the service's id. */
type Act = { action: Action; body?: Record<string, unknown> }

/**
 * Runs one of the actions that an answer offers, says what became of it and
 * has every figure of the console (and the order behind it) read again.
 */
export function useAct() {
  const { t } = useTranslation("instalments")
  const labelOf = useLabels()
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: ({ action, body = {} }: Act) =>
      sdk.client.fetch(action.path, { method: "POST", body }),
    onSuccess: (_, { action }) => {
      toast.success(t("actions.done"), {
        description: t("actions.hasRun", { action: labelOf(action) }),
      })
    },
    onError: (error, { action }) => {
      toast.error(t("actions.refused", { action: labelOf(action) }), {
        description: error.message,
      })
    },
    onSettled: readAgain,
  })
}

const LABELS: Record<Action["label"], keyof Words["actions"]["labels"]> = {
  "Place the order": "placeOrder",
  "Book it on the order": "bookOnOrder",
  "Return the money": "returnMoney",
  "Return the money again": "returnMoneyAgain",
  "Check now": "checkNow",
  "Look again": "lookAgain",
  Identify: "identify",
  "End the doubt": "endDoubt",
  Withdraw: "withdraw",
  "Book the refund": "bookRefund",
  Refresh: "refresh",
  "Mark as resolved": "resolve",
}

/** The words of actions' buttons in the reader's language. */
export function useLabels() {
  const { t } = useTranslation("instalments")
  return ({ label }: Action) => t(`actions.labels.${LABELS[label]}`)
}

type ActDrawerProps = Required<Act> & {
  title: string
  /** What has to be known before it is filled in. */
  text: string
  /** The words of the button that runs the action. */
  doneBy: string
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
      <Drawer.Content lang={t("lang")}>
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
            {doneBy}
          </Button>
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  )
}
