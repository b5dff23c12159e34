import { Button, Text } from "@medusajs/ui"
import type { BalanceAnswer } from "../../api/admin/instalments/answers"
import { usePaymentLink } from "../data/use-payment-link"
import { amountText } from "../display/amount"
import { Moment } from "../display/moment"
import { Prose } from "../display/prose"
import { LinkToCopy } from "./link-to-copy"

type Props = { orderId: string; balance: BalanceAnswer["balance"] }

/** What an order owes, with a link to pay it or why there can be none. */
export function Owed({ orderId, balance }: Props) {
  const { amount, currency, reason } = balance
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <Text size="small" weight="plus">
        {`${amountText(amount, currency)} are owed`}
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
        Copy instalment link
      </Button>
      {/* It is there before it says something, for screen readers to tell. */}
      <div role="status" className="-mt-3">
        {link && (
          <Text size="small" className="text-ui-fg-subtle pt-3">
            {link.isCopied
              ? "The link is copied. Valid until "
              : "Copy the link from here. Valid until "}
            <Moment at={link.expires_at} />
          </Text>
        )}
      </div>
      {link && !link.isCopied && <LinkToCopy url={link.url} />}
    </>
  )
}
