import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * What the service says that it refunds, where that is not what was asked for: of what it
 * has completed with less, the rest is not gone there.
 */
export class Migration20261128121659 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "instalments_refund_request" add column if not exists "service_amount" integer null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "instalments_refund_request" drop column if exists "service_amount";`);
  }

}
