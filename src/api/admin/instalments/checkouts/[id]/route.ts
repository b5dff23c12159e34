import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { readDetail } from "../../answers/checkout"

/**
 * `GET /admin/instalments/checkouts/:id`: one checkout and what happened to it.
 */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  res.json(await readDetail(req.scope, String(req.params.id)))
}
