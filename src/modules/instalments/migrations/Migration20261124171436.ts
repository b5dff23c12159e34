import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261124171436 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "instalments_refund_request" add column if not exists "seen_before_sent" integer null;`);

    this.addSql(`alter table if exists "instalments_unmatched_refund" add column if not exists "seen_number" serial;`);

    // A reading that the version before has begun, which knows no numbers.
    this.addSql(`delete from "instalments_sweep" where "id" = 'refunds';`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "instalments_refund_request" drop column if exists "seen_before_sent";`);

    this.addSql(`alter table if exists "instalments_unmatched_refund" drop column if exists "seen_number";`);
  }

}
