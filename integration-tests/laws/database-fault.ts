import type { Store } from "../harness/with-store"
import { WRITTEN } from "./second-instance/written"

/**
 * What core writes for a refund, up to its transaction. Later writes are left
 * out: when core fails to apply an order change, its transaction stays open and
 * its request is never answered, which the plugin cannot change.
 */
const BOOKS = ["order_transaction", "refund"]
const TABLES = {
  "the plugin": WRITTEN.filter((table) => table.startsWith("instalments_")),
  core: BOOKS,
}

/** Whose write fails. */
export type Writer = keyof typeof TABLES

/**
 * The database fails once during `deed`: the nth write of the plugin, of core's
 * books, or to the named tables throws. A trigger does it, so the tested code
 * contains nothing of it. It counts with a sequence, which a rollback does not
 * reset.
 */
export async function failingOnce<T>(
  { ledger }: Store,
  { writer, nth }: { writer: Writer | string[]; nth: number },
  deed: () => Promise<T>
): Promise<T> {
  const tables = typeof writer === "string" ? TABLES[writer] : writer
  await ledger["db"].raw(`
    create sequence fault_count;
    create function fail_here() returns trigger language plpgsql as $$
    begin
      if nextval('fault_count') = ${nth} then
        raise exception 'the database is away for a moment';
      end if;
      return null;
    end $$;
    ${tables.map(trigger).join(";")}`)
  try {
    return await deed()
  } finally {
    await ledger["db"].raw(
      "drop function fail_here cascade; drop sequence fault_count"
    )
  }
}

function trigger(table: string): string {
  return `create trigger fault before insert or update or delete
    on "${table}" for each statement execute function fail_here()`
}
