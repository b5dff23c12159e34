import { Button, Input, Text, toast } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { Trans, useTranslation } from "react-i18next"
import type {
  BalanceAnswer,
  PaymentLinkAnswer,
} from "../../api/admin/instalments/answers"
import { paymentLinkOf } from "../data/order-queries"
import { sdk, useReadAgain } from "../data/queries"
import { useFormats } from "../display/format"
import { Moment, Prose } from "../display/values"

type Props = { orderId: string; balance: BalanceAnswer["balance"] }

/** What an order owes, with a link to pay it or why there can be none. */
export function Owed({ orderId, balance }: Props) {
  const { amount, currency, reason } = balance
  const { t } = useTranslation("instalments")
  const formats = useFormats()
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <Text size="small" weight="plus">
        {t("checkout.onOrder.owed", {
          amount: formats.amount(amount, currency),
        })}
      </Text>
      {reason === null ? (
        <CopyLink orderId={orderId} />
      ) : (
        <Text size="small" className="text-ui-fg-subtle break-words">
          <Prose>{reason}</Prose>
        </Text>
      )}
    </div>
  )
}

function CopyLink({ orderId }: { orderId: string }) {
  const { t } = useTranslation("instalments")
  const { mutate, data: link, isPending } = usePaymentLink(orderId)
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        className="w-fit"
        isLoading={isPending}
        onClick={() => mutate()}
      >
        {t("checkout.onOrder.copyLink")}
      </Button>
      {/* It is there before it says something, for screen readers to tell. */}
      <div role="status" className="-mt-3">
        {link && (
          <Text size="small" className="text-ui-fg-subtle pt-3">
            <Trans
              t={t}
              i18nKey={
                link.isCopied
                  ? "checkout.onOrder.linkCopied"
                  : "checkout.onOrder.copyFromHere"
              }
              components={{ moment: <Moment at={link.expires_at} /> }}
            />
          </Text>
        )}
      </div>
      {link && !link.isCopied && <LinkToCopy url={link.url} />}
    </>
  )
}

/**
 * A link where the clipboard cannot be written to: in a field that has the focus
 * and is selected, so that it can be copied by hand at once.
 */
function LinkToCopy({ url }: { url: string }) {
  const { t } = useTranslation("instalments")
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [url])
  return (
    <Input
      ref={field}
      readOnly
      size="small"
      aria-label={t("checkout.onOrder.link")}
      value={url}
      onFocus={({ target }) => target.select()}
    />
  )
}

/** Makes a link to pay what an order owes and puts it into the clipboard. */
function usePaymentLink(orderId: string) {
  const { t } = useTranslation("instalments")
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: async () => {
      const { payment_link } = await sdk.client.fetch<PaymentLinkAnswer>(
        paymentLinkOf(orderId),
        { method: "POST" }
      )
      return { ...payment_link, isCopied: await copy(payment_link.url) }
    },
    onError: (error) => {
      toast.error(t("checkout.onOrder.noLink"), { description: error.message })
    },
    // Refused or not: something else may be owed by now than what is shown.
    onSettled: readAgain,
  })
}

/** False where a browser has no clipboard for this page, or refuses it. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
