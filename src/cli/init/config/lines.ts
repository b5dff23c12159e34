/** What the package is called in a medusa-config. */
export const PLUGIN = "medusa-payment-instalments"

/** What the payment provider is called there. */
export const PROVIDER = `${PLUGIN}/providers/instalments`

const PAGE =
  "${process.env.INSTALMENTS_STOREFRONT_URL}/{country_code}/instalments?cart={cart_id}"

/** The plugin, as an entry of `plugins`. */
export const PLUGIN_LINES = `\
{
  resolve: "${PLUGIN}",
  options: {
    environment: "sandbox",
    baseUrl: process.env.INSTALMENTS_BASE_URL,
    clientSecret: process.env.INSTALMENTS_CLIENT_SECRET,
    signingSecret: process.env.INSTALMENTS_SIGNING_SECRET,
    backendUrl: process.env.INSTALMENTS_BACKEND_URL,
    storefront: {
      successUrl: \`${PAGE}\`,
      cancelUrl: \`${PAGE}&cancelled=1\`,
      orderUrl: \`${PAGE}\`,
    },
    // "manual" if the service reviews your refunds by hand.
    refunds: { approval: "automatic" },
  },
}`

/** Its id there, which makes its name in Medusa. */
export const PROVIDER_ID = "instalments"

/** The payment provider, as an entry of the payment module's `providers`. */
export const PROVIDER_LINES = `\
{
  resolve: "${PROVIDER}",
  id: "${PROVIDER_ID}",
}`

/** What the provider needs of the payment module, to reach its ledger. */
export const DEPENDENCIES = ["instalments", "query"]

/** `dependencies` and `options` of a payment module that has none of them. */
const PAYMENT_LINES = `\
  // Without these the provider cannot reach its ledger.
  dependencies: ["instalments", "query"],
  options: {
    providers: [
${indented(PROVIDER_LINES, 6)},
    ],
  },
}`

/** The payment module as an entry of `modules`. */
export const MODULE_LINES = `\
{
  resolve: "@medusajs/medusa/payment",
${PAYMENT_LINES}`

/** Everything, as somebody pastes it into `defineConfig({ … })`. */
export const ALL_LINES = `\
  plugins: [
${indented(PLUGIN_LINES, 4)},
  ],
  modules: [
${indented(MODULE_LINES, 4)},
  ],`

/** Lines, each moved in by so many spaces. */
function indented(lines: string, spaces: number): string {
  return lines.replace(/^/gm, " ".repeat(spaces))
}
