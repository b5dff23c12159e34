import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * Keeps of a refund request, until it is looked up, that it may have been sent in a time
 * that this ledger lacks: also of one that is not due or not booked yet, or is of a store
 * that has not named its former address.
 */
export class Migration20261128120223 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "instalments_refund_request" add column if not exists "perhaps_sent_at" timestamptz null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "instalments_refund_request" drop column if exists "perhaps_sent_at";`);
  }

}
