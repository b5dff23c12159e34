import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** A checkout may pay what an order owes, and then is of no cart. */
export class Migration20261122225708 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "instalments_checkout" alter column "cart_id" drop not null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`update "instalments_checkout" set "cart_id" = 'none' where "cart_id" is null;`);
    this.addSql(`alter table if exists "instalments_checkout" alter column "cart_id" set not null;`);
  }

}
