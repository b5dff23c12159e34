import { model } from "@medusajs/framework/utils"

/**
 * What the service's own OpenAPI document said when it was last compared with
 * what this plugin sends and reads, one row for all processes.
 */
export const Contract = model.define("instalments_contract", {
  /** Always the same, as there is one row. */
  id: model.text().primaryKey(),
  /** The service's address; what is known of another one does not count. */
  base_url: model.text(),
  /** When the document was last asked for. */
  asked_at: model.dateTime(),
  /** Why the last time gave none; null when it did. */
  failure: model.text().nullable(),
  /** When a document was last compared; null while there was none. */
  judged_at: model.dateTime().nullable(),
  /** The SHA-256 of its bytes, as hex. */
  digest: model.text().nullable(),
  /** When this digest was first seen. */
  digest_at: model.dateTime().nullable(),
  /** `fits`, `handled` or `breaks`. */
  verdict: model.text().nullable(),
  /** The points in which it was compared, the gravest first. */
  points: model.json().nullable(),
  /** What it says of what is used, a line each, for the next to be compared. */
  facts: model.json().nullable(),
  /** When a document last differed in these lines from the one before. */
  changed_at: model.dateTime().nullable(),
  /** The lines that came then. */
  added: model.json().nullable(),
  /** The lines that went then. */
  removed: model.json().nullable(),
})
