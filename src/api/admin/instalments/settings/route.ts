import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import { acting } from "../actor"
import { answering } from "../answering"
import { readInput } from "../read-input"

const body = z.strictObject({ refunds: z.enum(["on", "paused"]) })

/** `GET /admin/instalments/settings`: what is switched on, as `{ settings: { refunds } }`. */
export const GET = answering(async (req, res) => {
  const { settings } = req.scope.resolve(INSTALMENTS_MODULE)
  res.json({ settings: await settings.read() })
})

/**
 * `POST /admin/instalments/settings` with `{ refunds: "on" | "paused" }`. While refunds are
 * paused nothing is sent to the service; everything else goes on, and what waits is sent
 * once they are on again. Answers what holds then: the option `refunds.paused` counts too.
 */
export const POST = acting("change-settings", async (req, res) => {
  const { settings } = req.scope.resolve(INSTALMENTS_MODULE)
  await settings.change(readInput(body, req.body))
  res.json({ settings: await settings.read() })
})
