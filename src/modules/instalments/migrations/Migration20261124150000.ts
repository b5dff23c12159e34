import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * Indexes for what needs attention: orders of another amount, failed refunds that no
 * later one has replaced, and refunds whose books cannot be put right. The last one
 * was not made by the migration before, as another index had its name. And one for
 * the statement: the payments without an order that went back.
 */
export class Migration20261124150000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_other_amount" ON "instalments_checkout" ("id") WHERE outcome = 'placed' AND order_amount <> amount AND deleted_at IS NULL;`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_books_error" ON "instalments_refund_request" ("finished_at") WHERE books_error IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_failed" ON "instalments_refund_request" ("id") WHERE status IN ('failed', 'refused') AND replaced_by IS NULL AND deleted_at IS NULL;`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_returned" ON "instalments_refund_request" ("finished_at") WHERE reason = 'unplaced' AND status = 'complete' AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_instalments_checkout_other_amount";`);

    this.addSql(`drop index if exists "IDX_instalments_refund_request_books_error";`);

    this.addSql(`drop index if exists "IDX_instalments_refund_request_failed";`);

    this.addSql(`drop index if exists "IDX_instalments_refund_request_returned";`);
  }

}
