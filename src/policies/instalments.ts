import { definePolicies, PolicyOperation } from "@medusajs/framework/utils"

/** The resource that a role's permissions on the admin routes name. */
export const INSTALMENTS_RESOURCE = "instalments"

/**
 * Who may see the ledger, and who may act on it: place an order, return money,
 * retry a refund, erase a person. They apply in stores with Medusa's RBAC enabled.
 */
export const instalmentsPolicies = definePolicies([
  {
    name: "ReadInstalments",
    resource: INSTALMENTS_RESOURCE,
    operation: String(PolicyOperation.read),
    description: "See instalment payments, refunds and their set-up",
  },
  {
    name: "UpdateInstalments",
    resource: INSTALMENTS_RESOURCE,
    operation: String(PolicyOperation.update),
    description:
      "Place, return and retry instalment payments and refunds; erase a person",
  },
])
