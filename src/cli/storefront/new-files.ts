/** What is added to Medusa's Next.js starters: texts by the files' paths. */
export const NEW_FILES: Record<string, string> = {
  "src/lib/instalments.ts": `\
import { HttpTypes } from "@medusajs/types"
import { createInstalments } from "medusa-payment-instalments-storefront"

export const connection = {
  baseUrl:
    process.env.NEXT_PUBLIC_MEDUSA_BACKEND_URL ??
    process.env.MEDUSA_BACKEND_URL ??
    "http://localhost:9000",
  publishableKey: process.env.NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY ?? "",
}

/** For the server; in the browser the components have their own. */
export const instalments = createInstalments(connection)

export const isInstalments = (providerId?: string) =>
  providerId === "pp_instalments_instalments"

/** Whether the cart adds tax to a product's price. */
export const isBeforeTax = (
  { variants }: HttpTypes.StoreProduct,
  variant = variants?.[0]
) => variant?.calculated_price?.is_calculated_price_tax_inclusive === false
`,
  "src/lib/data/instalments.ts": `\
"use server"

import type { Payment } from "medusa-payment-instalments-storefront"
import { revalidateTag } from "next/cache"
import { getCacheTag, getCartId, removeCartId } from "./cookies"

// Next.js 16 wants to be told when, and its 15 takes no second argument: both are this.
const revalidate: (tag: string, when: { expire: number }) => unknown =
  revalidateTag
const atOnce = { expire: 0 }

type Result = { cartId: string; ending: string; payment: Payment | null }

/** Lets go of a cart that is no longer the shopper's to pay, unless there is a new one. */
export async function forgetPaidCart({ cartId, ending, payment }: Result) {
  const isOver =
    ending === "paid" || (ending === "unplaced" && !payment?.refund)
  if (!isOver || (await getCartId()) !== cartId) {
    return
  }
  await removeCartId()
  revalidate(await getCacheTag("carts"), atOnce)
  revalidate(await getCacheTag("orders"), atOnce)
}
`,
  "src/app/[countryCode]/(checkout)/instalments/page.tsx": `\
import { forgetPaidCart } from "@lib/data/instalments"
import { InstalmentsReturn } from "medusa-payment-instalments-storefront/react"

type Props = {
  params: Promise<{ countryCode: string }>
  searchParams: Promise<{ cart?: string; cancelled?: string }>
}

const classNames = {
  return: "content-container py-12 flex flex-col gap-y-6 max-w-xl",
  title: "text-2xl-semi",
  text: "text-base-regular mb-4",
  button: "underline",
  action: "underline",
  link: "underline",
}

export default async function InstalmentsPage({ params, searchParams }: Props) {
  const { countryCode } = await params
  const { cart = "", cancelled } = await searchParams

  return (
    <InstalmentsReturn
      cartId={cart}
      hasLeft={cancelled !== undefined}
      orderUrl={\`/\${countryCode}/order/{order_id}/confirmed\`}
      checkoutUrl={\`/\${countryCode}/checkout?step=payment\`}
      shopUrl={\`/\${countryCode}\`}
      onEnding={forgetPaidCart}
      classNames={classNames}
    />
  )
}
`,
}
