import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** The tables that do not affect a cart's content or price. */
const APART = ["workflow_execution"]

/**
 * A cart that was filled before the tests' database was copied, because filling
 * one is half of the work of buying. A test gets it only when nothing else was
 * written in the shop. A test that first changes prices, taxes, stock or
 * anything else gets a new cart.
 */
export class FilledCart {
  private constructor(private readonly id: string) {}

  /** Keeps the cart, and from now on counts every write in the shop. */
  static async keep(db: Knex, id: string): Promise<FilledCart> {
    const { rows } = await db.raw(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'
         and table_name not like 'instalments\\_%' and table_name <> all(?)`,
      [APART]
    )
    // A sequence counts at once, also when the transaction is rolled back.
    await db.raw(`
      create sequence shop_changes;
      create function notice_rows() returns trigger language plpgsql as $$
      begin perform nextval('public.shop_changes'); return null; end $$;
      create function notice_tables() returns event_trigger language plpgsql as $$
      begin perform nextval('public.shop_changes'); end $$`)
    for (const { name } of rows) {
      await db.raw(
        `create trigger notice_rows after insert or update or delete or truncate
         on ?? for each statement execute function notice_rows()`,
        [name]
      )
    }
    await db.raw(`
      create event trigger notice_tables on ddl_command_end
        execute function notice_tables();
      create event trigger notice_drops on sql_drop
        execute function notice_tables();
      select setval('shop_changes', 1, false)`)
    return new FilledCart(id)
  }

  /** The cart, once, if nothing was written; as new as one filled now. */
  async take(db: Knex): Promise<string | undefined> {
    const { rows } = await db.raw("select nextval('shop_changes') as change")
    if (Number(rows[0].change) > 1) {
      return undefined
    }
    await db.raw(
      `with
         cart as (update cart set created_at = now(), updated_at = now()
           where id = :id),
         items as (update cart_line_item set created_at = now(), updated_at = now()
           where cart_id = :id)
       update cart_shipping_method set created_at = now(), updated_at = now()
       where cart_id = :id`,
      { id: this.id }
    )
    return this.id
  }
}
