import { model } from "@medusajs/framework/utils"

/**
 * What the service's last answers told about the store's set-up, one row for
 * all processes: whether the credentials were accepted, and by how much its
 * clock differs from ours (positive when it is ahead).
 */
export const ServiceContact = model.define("instalments_service_contact", {
  id: model.text().primaryKey(),
  accepted_at: model.dateTime().nullable(),
  refused_at: model.dateTime().nullable(),
  refused_reason: model.text().nullable(),
  clock_difference_ms: model.number().nullable(),
  clock_at: model.dateTime().nullable(),
})
