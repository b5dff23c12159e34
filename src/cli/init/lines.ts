/** The package, which a medusa-config names that has the lines, or `withInstalments`. */
export const PLUGIN = "medusa-payment-instalments"
const PAGE =
  "${process.env.INSTALMENTS_STOREFRONT_URL}/{country_code}/instalments?cart={cart_id}"

/** The plugin and its payment provider, as somebody pastes them into `defineConfig({ … })`. */
export const CONFIG_LINES = `\
  plugins: [
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
    },
  ],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      // Without these the provider cannot reach its ledger.
      dependencies: ["instalments", "query"],
      options: {
        providers: [
          {
            resolve: "${PLUGIN}/providers/instalments",
            id: "instalments",
          },
        ],
      },
    },
  ],`
