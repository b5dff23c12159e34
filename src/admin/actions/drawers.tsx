import { Input, Label, RadioGroup, Textarea } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { Action } from "../../api/admin/instalments/answers"
import { ActDrawer } from "./act"

type Props = { action: Action; onClose: () => void }

/** Asks what was done before an item is marked as resolved. */
export function NoteDrawer(props: Props & { noteNeeded: boolean }) {
  const { action, noteNeeded, onClose } = props
  const { t } = useTranslation("instalments")
  const [note, setNote] = useState("")
  return (
    <ActDrawer
      action={action}
      body={{ note: note.trim() || undefined }}
      isReady={!noteNeeded || Boolean(note.trim())}
      title={action.label}
      text={t("actions.resolve.text")}
      doneBy={t("actions.resolve.save")}
      onClose={onClose}
    >
      <Label htmlFor="resolve-note">
        {t(`actions.resolve.${noteNeeded ? "note" : "noteOptional"}`)}
      </Label>
      <Textarea
        id="resolve-note"
        rows={5}
        placeholder={t("actions.resolve.example")}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </ActDrawer>
  )
}

/** Asks which checkout of the service this one is; the service is asked too. */
export function IdentifyDrawer({ action, onClose }: Props) {
  const { t } = useTranslation("instalments")
  const [id, setId] = useState("")
  return (
    <ActDrawer
      action={action}
      body={{ checkout_id: id.trim() }}
      isReady={Boolean(id.trim())}
      title={t("actions.identify.title")}
      text={t("actions.identify.text")}
      onClose={onClose}
    >
      <Label htmlFor="identify-id">{t("actions.identify.id")}</Label>
      <Input
        id="identify-id"
        value={id}
        onChange={({ target }) => setId(target.value)}
      />
    </ActDrawer>
  )
}

const ENDS = ["known", "absent", "failed"] as const
type End = (typeof ENDS)[number]

/** Asks what became of a refund whose answer was lost. */
export function EndDoubtDrawer({ action, onClose }: Props) {
  const { t } = useTranslation("instalments")
  const [end, setEnd] = useState<End>("known")
  const [id, setId] = useState("")
  const body =
    end === "known" ? { refund_request_id: id.trim() } : { [end]: true }
  return (
    <ActDrawer
      action={action}
      body={body}
      isReady={end !== "known" || Boolean(id.trim())}
      title={t("actions.endDoubt.title")}
      text={t("actions.endDoubt.text")}
      onClose={onClose}
    >
      <RadioGroup
        value={end}
        onValueChange={(value) => setEnd(value as End)}
        aria-label={t("actions.endDoubt.ends")}
      >
        {ENDS.map((value) => (
          <RadioGroup.ChoiceBox
            key={value}
            value={value}
            label={t(`actions.endDoubt.${value}`)}
            description={t(`actions.endDoubt.${value}Text`)}
          />
        ))}
      </RadioGroup>
      {end === "known" && (
        <>
          <Label htmlFor="end-doubt-id">{t("actions.endDoubt.id")}</Label>
          <Input
            id="end-doubt-id"
            value={id}
            onChange={({ target }) => setId(target.value)}
          />
        </>
      )}
    </ActDrawer>
  )
}
