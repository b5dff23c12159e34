import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * An index on Medusa's own orders, by the mark of the cart that they were made
 * from (`workflows/settle/cart-mark.ts`). It holds orders of instalments only.
 * No model describes it, as the table is not ours.
 */
export class Migration20261122080500 extends Migration {
  override async up(): Promise<void> {
    // Without the table, so on a database without a shop, there is nothing to find.
    this.addSql(`do $$ begin
      if to_regclass('"order"') is not null then
        create index if not exists "IDX_instalments_order_cart_mark" on "order" ((metadata->>'instalments_cart_id')) where metadata->>'instalments_cart_id' is not null;
      end if;
    end $$;`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_instalments_order_cart_mark";`)
  }
}
