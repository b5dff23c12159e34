import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121151936 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "instalments_refund_request" add column if not exists "dropped_at" timestamptz null;`);
    this.addSql(`alter table if exists "instalments_refund_request" alter column "checkout_id" drop not null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "instalments_refund_request" drop column if exists "dropped_at";`);
    this.addSql(`alter table if exists "instalments_refund_request" alter column "checkout_id" set not null;`);
  }

}
