import {
  Button,
  Container,
  Heading,
  Input,
  Label,
  Text,
  toast,
  usePrompt,
} from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { useState, type FormEvent } from "react"
import { useTranslation } from "react-i18next"
import type { ErasedAnswer } from "../../api/admin/instalments/answers"
import { ROUTES, sdk, useReadAgain } from "../data/queries"

/** Erases somebody who asks for it, by the e-mail address; asks first. */
export function ErasePerson() {
  const { t } = useTranslation("instalments")
  const ask = usePrompt()
  const readAgain = useReadAgain()
  const [email, setEmail] = useState("")
  const erase = useMutation({
    mutationFn: () =>
      sdk.client.fetch<ErasedAnswer>(ROUTES.erasePerson, {
        method: "POST",
        body: { email },
      }),
    onSuccess: ({ erased: { checkouts, notes } }) => {
      setEmail("")
      toast.success(t("setUp.erase.done"), {
        description: t("setUp.erase.counted", { checkouts, notes }),
      })
    },
    onError: ({ message }) => {
      toast.error(t("setUp.erase.failed"), { description: message })
    },
    onSettled: readAgain,
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isSure = await ask({
      title: t("setUp.erase.question", { email: email.trim() }),
      description: t("setUp.erase.warning"),
      variant: "danger",
      confirmText: t("setUp.erase.button"),
      cancelText: t("shown.cancel"),
    })
    if (isSure) {
      erase.mutate()
    }
  }
  return (
    <Container className="flex flex-col gap-y-4">
      <div>
        <Heading level="h2">{t("setUp.erase.title")}</Heading>
        <Text size="small" className="text-ui-fg-subtle text-pretty">
          {t("setUp.erase.text")}
        </Text>
      </div>
      <form
        className="flex flex-col gap-y-2"
        onSubmit={(event) => void submit(event)}
      >
        <Label size="small" htmlFor="erase-email">
          {t("setUp.erase.email")}
        </Label>
        <div className="flex flex-wrap gap-2">
          <Input
            id="erase-email"
            type="email"
            required
            size="small"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
          <Button
            type="submit"
            size="small"
            variant="danger"
            disabled={!email.trim()}
            isLoading={erase.isPending}
          >
            {t("setUp.erase.button")}
          </Button>
        </div>
      </form>
    </Container>
  )
}
