import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121092322 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_status" ON "instalments_refund_request" ("status") WHERE held_reason IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_created_at" ON "instalments_refund_request" ("created_at") WHERE refund_id IS NOT NULL AND booked_at IS NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_instalments_refund_request_status";`);
    this.addSql(`drop index if exists "IDX_instalments_refund_request_created_at";`);
  }

}
