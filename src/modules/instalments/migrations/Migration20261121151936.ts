import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121151936 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "instalments_refund_request" add column if not exists "dropped_at" timestamptz null;`);
    this.addSql(`alter table if exists "instalments_refund_request" alter column "checkout_id" drop not null;`);
    // Those that were told at once are known by their times until now.
    this.addSql(`update "instalments_refund_request" set "dropped_at" = "finished_at" where "status" = 'refused' and "reason" = 'merchant' and "finished_at" < "asked_at" + interval '30 seconds';`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "instalments_refund_request" drop column if exists "dropped_at";`);
    this.addSql(`alter table if exists "instalments_refund_request" alter column "checkout_id" set not null;`);
  }

}
