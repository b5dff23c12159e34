import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import * as database from "@medusajs/test-utils/dist/database"
import { eventually } from "./pause-at-write"

/** Some tests hold a connection until their database is gone. */
const LONGEST_MS = 1_000
const PAUSE_MS = 10

type Names = { databaseName: string; templateName: string }

/**
 * Keeps a copy of every row of the database in a schema of its own, and notes
 * from now on which tables are written, and whether any is changed.
 */
export async function keepRows(db: Knex): Promise<void> {
  const { rows } = await db.raw(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`
  )
  // Before anything is created: one of them counts that.
  const sequences = await db.raw(
    `select sequencename as name, last_value is not null as is_called,
       coalesce(last_value, start_value) as value
     from pg_sequences where schemaname = 'public'`
  )
  await db.raw(`
    create schema kept;
    create table kept."the sequences" (name text, value bigint, is_called boolean);
    create table kept.written (name text);
    create function kept.note() returns trigger language plpgsql as $$
    begin insert into kept.written values (tg_table_name); return null; end $$`)
  for (const { name } of rows) {
    await db.raw(
      `create table kept.:name: as table public.:name:;
       create trigger note after insert or update or delete or truncate
       on public.:name: for each statement execute function kept.note()`,
      { name }
    )
  }
  await db.withSchema("kept").table("the sequences").insert(sequences.rows)
  await db.raw(`
    -- A sequence counts at once, also when the transaction is rolled back.
    create sequence kept."the changes";
    create function kept.note_change() returns event_trigger language plpgsql as $$
    begin perform nextval('kept."the changes"'); end $$;
    create function kept.rewind() returns boolean language plpgsql
    set session_replication_role = replica as $$
    declare
      one record;
    begin
      if (select is_called from kept."the changes") then
        return false;
      end if;
      -- What the last test left in the middle of a transaction.
      perform pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          -- Not those of a second instance, which may be starting.
          and application_name = current_setting('application_name')
          and (xact_start is not null
            or pid in (select pid from pg_locks where locktype = 'advisory'));
      for one in select distinct name from kept.written loop
        execute format('delete from public.%I', one.name);
        execute format('insert into public.%I select * from kept.%1$I', one.name);
      end loop;
      delete from kept.written;
      for one in select * from kept."the sequences" loop
        perform setval(format('public.%I', one.name), one.value, one.is_called);
      end loop;
      return true;
    end $$;
    create event trigger note_change on ddl_command_end
      execute function kept.note_change();
    create event trigger note_drop on sql_drop
      execute function kept.note_change();
    select setval('kept."the changes"', 1, false);
    select kept.rewind()`)
}

/**
 * Waits until nothing asks the database any more: what an event began is awaited
 * by nobody. It would write into the next test, and after the last one wait a
 * minute for a connection of a closed pool.
 */
export async function untilQuiet(db: Knex): Promise<void> {
  const { pool } = db.client
  let quiet = 0
  await eventually(
    () => {
      const isBusy = pool.numUsed() > 0 || pool.numPendingAcquires() > 0
      quiet = isBusy ? 0 : quiet + 1
      return quiet > 2
    },
    LONGEST_MS,
    PAUSE_MS
  )
}

/**
 * Until it is restored: lets a test runner that is created bring back the rows in
 * the database as it is, which keeps its connections and what PostgreSQL has cached
 * for them. It copies the whole database, as it does by itself, when a test has
 * changed a table.
 */
export function rewindDatabases(getDb: () => Knex): jest.SpyInstance {
  const { dbTestUtilFactory } = database
  return jest.spyOn(database, "dbTestUtilFactory").mockImplementation(() => {
    const whole = dbTestUtilFactory()
    return {
      ...whole,
      restore: async (names: Names) => {
        if (!(await isRewound(getDb()).catch(() => false))) {
          await whole.restore(names)
        }
      },
    }
  })
}

async function isRewound(db: Knex): Promise<boolean> {
  const { rows } = await db.raw("select kept.rewind() as done")
  return rows[0].done
}
