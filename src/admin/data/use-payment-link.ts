import { toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { PaymentLinkAnswer } from "../../api/admin/instalments/answers"
import { sdk } from "./client"
import { CONSOLE_KEY, paymentLinkOf } from "./routes"

/** Makes a link to pay what an order owes and puts it into the clipboard. */
export function usePaymentLink(orderId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { payment_link } = await sdk.client.fetch<PaymentLinkAnswer>(
        paymentLinkOf(orderId),
        { method: "POST" }
      )
      return { ...payment_link, isCopied: await copy(payment_link.url) }
    },
    onError: (error) => {
      toast.error("The link could not be made", { description: error.message })
    },
    // Refused or not: something else may be owed by now than what is shown.
    onSettled: () => queries.invalidateQueries({ queryKey: [CONSOLE_KEY] }),
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
