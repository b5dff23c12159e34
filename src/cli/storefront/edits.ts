/** One change of a text: `find` stands there once, and becomes `to`. */
export type Change = { find: string; to: string }

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
/** Puts our imports after one that stays; `ours` is of the file that is new in the shop. */
const imports = (find: string, library: string, ours?: string): Change =>
  after(
    `${find}\n`,
    (ours ? `import { ${ours} } from "@lib/instalments"\n` : "") +
      `import { ${library} } from "${LIBRARY}"\n`
  )

/** What is changed in files that both of Medusa's Next.js starters have. */
export const EDITS: Record<string, Change[]> = {
  "src/app/layout.tsx": [
    imports(
      'import { getBaseURL } from "@lib/util/env"',
      "InstalmentsProvider",
      "connection"
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
  "src/lib/constants.tsx": [
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
  "src/modules/checkout/components/payment-button/index.tsx": [
    imports(
      'import { placeOrder } from "@lib/data/cart"',
      "PayInInstalments",
      "isInstalments"
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
  "src/modules/checkout/templates/checkout-form/index.tsx": [
    imports(
      'import { listCartPaymentMethods } from "@lib/data/payment"',
      "EarlierPayment",
      "instalments, isInstalments"
    ),
    after(
      `import Shipping from "@modules/checkout/components/shipping"\n`,
      `import { redirect } from "next/navigation"\n`
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
  "src/modules/checkout/components/payment/index.tsx": [
    imports(
      'import { initiatePaymentSession } from "@lib/data/cart"',
      "InstalmentMessage",
      "isInstalments"
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
  "src/modules/products/components/product-price/index.tsx": [
    imports(
      'import { getProductPrice } from "@lib/util/get-product-price"',
      "InstalmentMessage",
      "isBeforeTax"
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
  "src/modules/products/components/product-actions/mobile-actions.tsx": [
    imports(
      'import { getProductPrice } from "@lib/util/get-product-price"',
      "InstalmentMessage",
      "isBeforeTax"
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
  "src/modules/cart/templates/summary.tsx": [
    imports('import { HttpTypes } from "@medusajs/types"', "InstalmentMessage"),
    after(
      "      <CartTotals totals={cart} />\n",
      "      <InstalmentMessage amount={cart.total} currencyCode={cart.currency_code} />\n"
    ),
  ],
}
