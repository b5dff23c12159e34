/** A file that a starter does not have, and what it is for. */
export type NewFile = { path: string; why: string; text: string }

/** What is added to Medusa's Next.js starters. */
export const NEW_FILES: NewFile[] = [
  {
    path: "src/lib/instalments.ts",
    why: "How the store is reached, and the client of the store's routes:",
    text: `\
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
  },
  {
    path: "src/lib/data/instalments.ts",
    why: "The shop lets go of a cart that is paid, or whose money the store is looking after:",
    text: `\
"use server"

import type { Payment } from "medusa-payment-instalments-storefront"
import { revalidateTag } from "next/cache"
import { getCacheTag, getCartId, removeCartId } from "./cookies"

type Result = { cartId: string; ending: string; payment: Payment | null }

/** Lets go of a cart that is no longer the shopper's to pay, unless there is a new one. */
export async function forgetPaidCart({ cartId, ending, payment }: Result) {
  const isOver =
    ending === "paid" || (ending === "unplaced" && !payment?.refund)
  if (!isOver || (await getCartId()) !== cartId) {
    return
  }
  await removeCartId()
  revalidateTag(await getCacheTag("carts"))
  revalidateTag(await getCacheTag("orders"))
}
`,
  },
  {
    path: "src/app/[countryCode]/(checkout)/instalments/page.tsx",
    why: "The page to come back to, which the plugin's three addresses name:",
    text: `\
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
  },
  {
    path: "src/app/[countryCode]/(main)/payment-collection/[id]/page.tsx",
    why: "Where _Copy payment link_ in Medusa's admin leads, which neither starter has a page for. Delete this file and the next one when you only send _Copy instalment link_:",
    text: `\
import PayOrder from "@modules/order/templates/pay-order"

type Props = {
  searchParams: Promise<{ order_id?: string; back?: string }>
}

export default async function PayOrderPage({ searchParams }: Props) {
  const { order_id = "", back } = await searchParams

  return <PayOrder orderId={order_id} cameBack={back !== undefined} />
}
`,
  },
  {
    path: "src/modules/order/templates/pay-order/index.tsx",
    why: "What that page shows:",
    text: `\
"use client"

import { convertToLocale } from "@lib/util/money"
import {
  formatDay,
  InstalmentsError,
  type Balance,
  type Payment,
} from "medusa-payment-instalments-storefront"
import {
  InstalmentMessage,
  PayInInstalments,
  useInstalments,
} from "medusa-payment-instalments-storefront/react"
import { useEffect, useState } from "react"

type Props = { orderId: string; cameBack: boolean }
type Found = {
  balance: Balance
  payment?: Payment
  isOffered: boolean
  urls: { successUrl: string; cancelUrl: string }
}

const PayOrder = ({ orderId, cameBack }: Props) => {
  const instalments = useInstalments()
  const [found, setFound] = useState<Found>()
  const [words, setWords] = useState("One moment …")

  useEffect(() => {
    const left = new AbortController()
    const { signal } = left

    const look = async () => {
      // After paying it is waited for; else only the last state is read.
      const payment = await instalments
        .waitForResult(orderId, {
          signal,
          onWait: () => setWords("Waiting for your payment to arrive …"),
          ...(!cameBack && { timeoutMs: 0 }),
        })
        .catch((error) => {
          if (error instanceof InstalmentsError && error.code === "not_found") {
            return undefined
          }
          throw error
        })
      const balance = await instalments.balance(orderId, { signal })
      const offer = await instalments.offer(balance, { signal })
      setWords(wordsOf(balance, payment, cameBack))
      setFound({
        balance,
        payment,
        isOffered: offer.eligible,
        urls: waysBack(),
      })
    }

    look().catch((error: Error) => {
      if (!signal.aborted) {
        setWords(error.message)
      }
    })
    return () => left.abort()
  }, [instalments, orderId, cameBack])

  if (!found) {
    return (
      <p role="status" className="content-container py-12 text-large-regular">
        {words}
      </p>
    )
  }
  const { balance, payment, isOffered, urls } = found
  const { displayId, amount, currencyCode, hasArrived, isPayable } = balance
  const more = payment && besides(payment)
  const isLookedAfter = payment?.status === "unplaced" && !payment.refund
  const isWaitedFor =
    hasArrived || (cameBack && payment?.status === "pending")
  const isOwed = amount > 0 && !isLookedAfter && !isWaitedFor

  return (
    <div className="content-container py-12 max-w-xl flex flex-col gap-y-6">
      <h1 className="text-2xl-semi">Order {displayId}</h1>
      <p role="status">{words}</p>
      {more && <p>{more}</p>}
      {isOwed && (
        <p className="text-xl-semi">
          To be paid: {convertToLocale({ amount, currency_code: currencyCode })}
        </p>
      )}
      {isOwed && isPayable && isOffered && (
        <>
          <InstalmentMessage amount={amount} currencyCode={currencyCode} />
          <PayInInstalments
            orderId={orderId}
            urls={urls}
            onAlreadyPaid={() => location.reload()}
            classNames={{
              button:
                "h-10 rounded-md bg-ui-button-inverted px-5 text-ui-fg-on-inverted",
            }}
          />
        </>
      )}
      {isOwed && !(isPayable && isOffered) && (
        <p>This cannot be paid in instalments. Please ask the shop.</p>
      )}
    </div>
  )
}

/** This page, with a mark for who has paid. */
function waysBack() {
  const page = new URL(location.href)
  page.searchParams.delete("back")
  const cancelUrl = page.href
  page.searchParams.set("back", "1")
  return { successUrl: page.href, cancelUrl }
}

/** What becomes of another payment than the one that the words are about. */
function besides({ status, refund, isHeld }: Payment) {
  if (refund && status !== "unplaced") {
    return \`Another payment of yours goes back to you, all of it, by \${formatDay(refund.expectedOn, document.documentElement.lang)}.\`
  }
  return isHeld ? "You paid twice. The shop is looking after it." : ""
}

function wordsOf(
  { amount, isCancelled, hasArrived }: Balance,
  payment: Payment | undefined,
  cameBack: boolean
) {
  const nothing = isCancelled
    ? "This order is cancelled. Nothing has to be paid."
    : "Nothing has to be paid for this order."
  if (amount > 0 && hasArrived) {
    return "Your payment has arrived or is being confirmed. It reaches your order by itself; please do not pay again."
  }
  switch (payment?.status) {
    case "unplaced":
      return payment.refund
        ? \`Your last payment was not owed any more. You get all of it back by \${formatDay(payment.refund.expectedOn, document.documentElement.lang)}.\`
        : "Your payment has arrived and the shop is looking after it. Please do not pay again."
    case "paid":
      if (amount === 0 && !isCancelled) {
        return "Your payment has arrived. Nothing more has to be paid."
      }
      if (amount > 0 && cameBack) {
        return "Your payment has arrived. Since then, the order owes more."
      }
      break
    case "pending":
      if (amount > 0 && cameBack) {
        return "Your payment is not confirmed yet. It reaches your order by itself; please do not pay again."
      }
      break
    case "cancelled":
    case "expired":
      if (amount > 0) {
        return "The last payment was not completed. Nothing was charged."
      }
  }
  return amount === 0 ? nothing : ""
}

export default PayOrder
`,
  },
]
