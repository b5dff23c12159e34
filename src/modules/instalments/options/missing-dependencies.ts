/** Says which lines the payment module lacks. */
export const MISSING_DEPENDENCIES = `The payment module cannot reach the instalments ledger. Add \`dependencies\` to it in medusa-config.ts:

  {
    resolve: "@medusajs/medusa/payment",
    dependencies: ["instalments", "query"],
    options: { ... },
  }`
