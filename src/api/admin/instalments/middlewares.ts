import type { MiddlewareRoute } from "@medusajs/framework/http"
import { PolicyOperation } from "@medusajs/framework/utils"
import { INSTALMENTS_RESOURCE } from "../../../policies/instalments"
import { jsonOnly } from "./json-only"

/**
 * The permissions that a role needs where Medusa's RBAC is enabled: `read` for
 * every route, `update` for those that act, which take JSON only. Medusa itself requires
 * a session.
 */
export const adminInstalmentsMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/instalments/*",
    methods: ["GET"],
    policies: [
      {
        resource: INSTALMENTS_RESOURCE,
        operation: String(PolicyOperation.read),
      },
    ],
  },
  {
    matcher: "/admin/instalments/*",
    methods: ["POST", "DELETE"],
    middlewares: [jsonOnly],
    policies: [
      {
        resource: INSTALMENTS_RESOURCE,
        operation: String(PolicyOperation.update),
      },
    ],
  },
]
