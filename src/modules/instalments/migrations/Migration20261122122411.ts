import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122122411 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "instalments_checkout" add column if not exists "paid_amount" integer null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "instalments_checkout" drop column if exists "paid_amount";`);
  }

}
