import { model } from "@medusajs/framework/utils"

/**
 * What the service's last answers said about the store's set-up, one row for
 * all processes: whether the credentials were accepted, and by how much its
 * clock differs from ours (positive when it is ahead).
 */
export const ServiceContact = model.define("instalments_service_contact", {
  /** Always the same, as there is one row. */
  id: model.text().primaryKey(),
  /** When the credentials were last accepted. */
  accepted_at: model.dateTime().nullable(),
  /** When they were last refused. */
  refused_at: model.dateTime().nullable(),
  /** Why, in words. */
  refused_reason: model.text().nullable(),
  /** How far the service's clock is ahead of ours, in milliseconds. */
  clock_difference_ms: model.number().nullable(),
  /** When that was measured. */
  clock_at: model.dateTime().nullable(),
})
