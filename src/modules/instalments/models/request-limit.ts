import { model } from "@medusajs/framework/utils"

/**
 * What all processes together have asked of one endpoint of the service, one
 * row an endpoint: the requests of its last window, which class of requests
 * waits, when each class was served, and the pause that a 429 named. See
 * `limits/`.
 */
export const RequestLimit = model.define("instalments_request_limit", {
  /** The endpoint. */
  id: model.text().primaryKey(),
  /** The requests of its last window. */
  slots: model.json(),
  /** Which class of requests waits, and when each class was served. */
  turns: model.json().nullable(),
  /** When a 429 began the pause. */
  paused_from: model.dateTime().nullable(),
  /** When that pause ends. */
  paused_until: model.dateTime().nullable(),
})
