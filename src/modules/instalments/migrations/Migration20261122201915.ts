import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122201915 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "instalments_refund_request" add constraint instalments_refund_sent_once check(refund_request_id IS NULL OR status NOT IN ('scheduled', 'sending'));`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "instalments_refund_request" drop constraint if exists instalments_refund_sent_once;`);
  }

}
