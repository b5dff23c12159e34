import { model } from "@medusajs/framework/utils"

/**
 * What all processes together have asked of one endpoint of the service, one
 * row an endpoint: the requests of its last window, which class of askers waits
 * and was served when, and the pause that a 429 named. See `limits/`.
 */
export const RequestLimit = model.define("instalments_request_limit", {
  id: model.text().primaryKey(),
  slots: model.json(),
  turns: model.json().nullable(),
  paused_from: model.dateTime().nullable(),
  paused_until: model.dateTime().nullable(),
})
