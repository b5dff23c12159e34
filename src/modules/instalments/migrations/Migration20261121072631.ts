import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121072631 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "instalments_refund_request" add column if not exists "booked_at" timestamptz null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "instalments_refund_request" drop column if exists "booked_at";`);
  }

}
