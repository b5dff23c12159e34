import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * Indexes for the month's statement: what was outstanding at a moment, and when
 * payments became orders and refunds were asked for and ended. The oldest rows lack
 * some of these moments and get the nearest one that is known.
 */
export class Migration20261124120000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_unplaced" ON "instalments_checkout" ("paid_at") WHERE status = 'successful' AND outcome <> 'placed' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_placed" ON "instalments_checkout" ("outcome_at") WHERE status = 'successful' AND outcome = 'placed' AND deleted_at IS NULL;`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_asked_at" ON "instalments_refund_request" ("asked_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_finished_at" ON "instalments_refund_request" ("finished_at") WHERE deleted_at IS NULL;`);

    this.addSql(`update "instalments_checkout" set "outcome_at" = coalesce("paid_at", "created_at") where "outcome" = 'placed' and "outcome_at" is null;`);
    this.addSql(`update "instalments_refund_request" set "asked_at" = "created_at" where "asked_at" is null;`);
    this.addSql(`update "instalments_refund_request" set "finished_at" = "updated_at" where "status" in ('failed', 'refused') and "finished_at" is null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_instalments_checkout_unplaced";`);
    this.addSql(`drop index if exists "IDX_instalments_checkout_placed";`);

    this.addSql(`drop index if exists "IDX_instalments_refund_request_asked_at";`);
    this.addSql(`drop index if exists "IDX_instalments_refund_request_finished_at";`);
  }

}
