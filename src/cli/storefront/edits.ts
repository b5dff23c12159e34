/** One change of a text: `find` stands there once, and becomes `to`. */
export type Change = { find: string; to: string }

/** What is changed in a file that both of Medusa's Next.js starters have. */
export type FileEdit = { path: string; why: string; changes: Change[] }

const LIBRARY = "medusa-payment-instalments-storefront/react"

/** Puts lines after a text that stays. */
const after = (find: string, lines: string): Change => ({
  find,
  to: find + lines,
})
/** Puts lines before a text that stays. */
const before = (find: string, lines: string): Change => ({
  find,
  to: lines + find,
})

/** The edits, in the order in which the guide tells them. */
export const EDITS: FileEdit[] = [
  {
    path: "src/app/layout.tsx",
    why: 'Around the shop, once, how its store is reached and in which language it speaks (`lang="af"` is Afrikaans; keep it the same as the page\'s):',
    changes: [
      before(
        `import { getBaseURL } from "@lib/util/env"\n`,
        `import { connection } from "@lib/instalments"\n`
      ),
      after(
        `import { Metadata } from "next"\n`,
        `import { InstalmentsProvider } from "${LIBRARY}"\n`
      ),
      {
        find: `        <main className="relative">{props.children}</main>\n`,
        to: `\
        <InstalmentsProvider {...connection} lang="en">
          <main className="relative">{props.children}</main>
        </InstalmentsProvider>
`,
      },
    ],
  },
  {
    path: "src/lib/constants.tsx",
    why: "The name and icon of the new way to pay:",
    changes: [
      before(
        "  // Add more payment providers here\n",
        `\
  pp_instalments_instalments: {
    title: "Monthly instalments",
    icon: <CreditCard />,
  },
`
      ),
    ],
  },
  {
    path: "src/modules/checkout/components/payment-button/index.tsx",
    why: "Its button, which leads to the payment page in place of placing the order:",
    changes: [
      after(
        `import { placeOrder } from "@lib/data/cart"\n`,
        `import { isInstalments } from "@lib/instalments"\n`
      ),
      after(
        `import { useElements, useStripe } from "@stripe/react-stripe-js"\n`,
        `import { PayInInstalments } from "${LIBRARY}"\n`
      ),
      before(
        "    default:\n      return <Button disabled>Select a payment method</Button>\n",
        `\
    case isInstalments(paymentSession?.provider_id):
      return (
        <PayInInstalments
          cartId={cart.id}
          returnUrl={\`/\${cart.shipping_address?.country_code}/instalments?cart=\${cart.id}\`}
        >
          {({ pay, isBusy, error }) => (
            <>
              <Button
                disabled={notReady}
                isLoading={isBusy}
                onClick={pay}
                size="large"
                data-testid="submit-order-button"
              >
                Continue to payment
              </Button>
              <ErrorMessage
                error={error?.message ?? null}
                data-testid="instalments-payment-error-message"
              />
            </>
          )}
        </PayInInstalments>
      )
`
      ),
    ],
  },
  {
    path: "src/modules/checkout/templates/checkout-form/index.tsx",
    why: "Offered only for a cart that can be paid in instalments; a cart that is paid leads to its order, over the page above; and a shopper who comes back without having paid is told so:",
    changes: [
      after(
        `import { listCartPaymentMethods } from "@lib/data/payment"\n`,
        `import { instalments, isInstalments } from "@lib/instalments"\n`
      ),
      after(
        `import Shipping from "@modules/checkout/components/shipping"\n`,
        `import { EarlierPayment } from "${LIBRARY}"\nimport { redirect } from "next/navigation"\n`
      ),
      {
        find: `\
  return (
    <div className="w-full grid grid-cols-1 gap-y-8">
`,
        to: `\
  const country = cart.shipping_address?.country_code
  const offer = await instalments.offer({ cartId: cart.id }).catch(() => null)
  if (offer?.reason === "already_paid") {
    redirect(\`/\${country}/instalments?cart=\${cart.id}\`)
  }
  const offeredMethods = paymentMethods.filter(
    ({ id }) => !isInstalments(id) || offer?.eligible
  )

  return (
    <div className="w-full grid grid-cols-1 gap-y-8">
      <EarlierPayment
        cartId={cart.id}
        returnUrl={\`/\${country}/instalments?cart={cart_id}\`}
      />
`,
      },
      {
        find: "availablePaymentMethods={paymentMethods} />",
        to: "availablePaymentMethods={offeredMethods} />",
      },
    ],
  },
  {
    path: "src/modules/checkout/components/payment/index.tsx",
    why: "The message beside it:",
    changes: [
      after(
        `import { initiatePaymentSession } from "@lib/data/cart"\n`,
        `import { isInstalments } from "@lib/instalments"\n`
      ),
      before(
        `import { usePathname, useRouter, useSearchParams } from "next/navigation"\n`,
        `import { InstalmentMessage } from "${LIBRARY}"\n`
      ),
      {
        find: `\
                      <PaymentContainer
                        paymentInfoMap={paymentInfoMap}
                        paymentProviderId={paymentMethod.id}
                        selectedPaymentOptionId={selectedPaymentMethod}
                      />
`,
        to: `\
                      <PaymentContainer
                        paymentInfoMap={paymentInfoMap}
                        paymentProviderId={paymentMethod.id}
                        selectedPaymentOptionId={selectedPaymentMethod}
                      >
                        {isInstalments(paymentMethod.id) && (
                          <InstalmentMessage
                            amount={cart.total}
                            currencyCode={cart.currency_code}
                            chosen={isInstalments(selectedPaymentMethod)}
                          />
                        )}
                      </PaymentContainer>
`,
      },
    ],
  },
  {
    path: "src/modules/products/components/product-price/index.tsx",
    why: 'The message under the product\'s price; prices without tax are promised "before tax", since the cart adds it:',
    changes: [
      before(
        `import { getProductPrice } from "@lib/util/get-product-price"\n`,
        `import { isBeforeTax } from "@lib/instalments"\n`
      ),
      after(
        `import { HttpTypes } from "@medusajs/types"\n`,
        `import { InstalmentMessage } from "${LIBRARY}"\n`
      ),
      before(
        "    </div>\n  )\n}\n",
        `\
      <InstalmentMessage
        amount={selectedPrice.calculated_price_number}
        currencyCode={selectedPrice.currency_code}
        beforeTax={isBeforeTax(product, variant)}
      />
`
      ),
    ],
  },
  {
    path: "src/modules/products/components/product-actions/mobile-actions.tsx",
    why: "The same in the bar that stays on a phone's screen:",
    changes: [
      before(
        `import { getProductPrice } from "@lib/util/get-product-price"\n`,
        `import { isBeforeTax } from "@lib/instalments"\n`
      ),
      after(
        `import { isSimpleProduct } from "@lib/util/product"\n`,
        `import { InstalmentMessage } from "${LIBRARY}"\n`
      ),
      before(
        `            <div className={clx("grid grid-cols-2 w-full gap-x-4", {\n`,
        `\
            <InstalmentMessage
              amount={selectedPrice?.calculated_price_number}
              currencyCode={selectedPrice?.currency_code}
              beforeTax={isBeforeTax(product, variant)}
            />
`
      ),
    ],
  },
  {
    path: "src/modules/cart/templates/summary.tsx",
    why: "And under the cart's total:",
    changes: [
      after(
        `import { HttpTypes } from "@medusajs/types"\n`,
        `import { InstalmentMessage } from "${LIBRARY}"\n`
      ),
      after(
        "      <CartTotals totals={cart} />\n",
        "      <InstalmentMessage amount={cart.total} currencyCode={cart.currency_code} />\n"
      ),
    ],
  },
]
