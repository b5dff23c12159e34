import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122015217 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "instalments_refund_request" add column if not exists "replaced_by" text null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_created_at_status" ON "instalments_refund_request" ("created_at", "status") WHERE status IN ('failed', 'refused') AND replaced_by IS NULL AND deleted_at IS NULL;`);
    // Until now the first later one that was as large took an ended one's place.
    this.addSql(`update "instalments_refund_request" as r set "replaced_by" = (select later."id" from "instalments_refund_request" as later where later."reference" = r."reference" and later."created_at" > r."created_at" and later."amount" >= r."amount" and later."status" not in ('failed', 'refused') and later."deleted_at" is null order by later."created_at" limit 1) where r."status" in ('failed', 'refused');`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_instalments_refund_request_created_at_status";`);
    this.addSql(`alter table if exists "instalments_refund_request" drop column if exists "replaced_by";`);
  }

}
