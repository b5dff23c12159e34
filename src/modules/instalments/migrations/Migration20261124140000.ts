import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * The merchant config keeps what it was before its last change, and what grows with
 * the years is read by an index: refund requests by when they were asked for,
 * checkouts by the service's word and by what is not erased yet, and refunds whose
 * books cannot be put right.
 */
export class Migration20261124140000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_not_erased" ON "instalments_checkout" ("opened_at") WHERE fingerprint <> '[erased]' AND deleted_at IS NULL;`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_status_opened_at" ON "instalments_checkout" ("status", "opened_at") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "instalments_config" add column if not exists "former_rules" jsonb null, add column if not exists "changed_at" timestamptz null;`);

    // The first versions did not write it, and every list sorts by it.
    this.addSql(`update "instalments_refund_request" set "asked_at" = "created_at" where "asked_at" is null;`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_asked_at_id" ON "instalments_refund_request" ("asked_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_finished_at" ON "instalments_refund_request" ("finished_at") WHERE books_error IS NOT NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_instalments_checkout_not_erased";`);

    this.addSql(`drop index if exists "IDX_instalments_checkout_status_opened_at";`);

    this.addSql(`alter table if exists "instalments_config" drop column if exists "former_rules", drop column if exists "changed_at";`);

    this.addSql(`drop index if exists "IDX_instalments_refund_request_asked_at_id";`);
    this.addSql(`drop index if exists "IDX_instalments_refund_request_finished_at";`);
  }

}
