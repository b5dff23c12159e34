import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** By which the refunds job knows a backup. */
export const AN_HOUR =
  "update instalments_job_run set alive_at = alive_at - interval '1 hour'"
/** By which it knows a standby that took over, or a restore of a moment ago. */
export const ANOTHER = "update instalments_job_run set server = 'another'"
/** By which it knows a dump of a moment ago: its tables are made anew. */
export const A_DUMP = `
  create table anew (like instalments_job_run including all);
  insert into anew table instalments_job_run;
  drop table instalments_job_run;
  alter table anew rename to instalments_job_run`

/**
 * Keeps all that is in the database now, as a backup does, or a standby that is cut off.
 * Answers what brings it back and lets it be known by that sign.
 */
export async function backup(db: Knex) {
  const { rows } = await db.raw(
    `select t.table_name as name, string_agg(quote_ident(c.column_name), ', ') as columns
     from information_schema.tables t
     join information_schema.columns c on c.table_schema = t.table_schema
       and c.table_name = t.table_name and c.is_generated = 'NEVER'
     where t.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and t.table_name not like '%migration%'
     group by 1`
  )
  await db.raw("create schema backup")
  for (const { name } of rows) {
    await db.raw("create table backup.:name: as table public.:name:", { name })
  }
  return (sign: string) =>
    db.transaction(async (trx) => {
      await trx.raw("set local session_replication_role = replica")
      for (const { name, columns } of rows) {
        await trx.raw("delete from public.:name:", { name })
        await trx.raw(
          `insert into public.:name: (${columns}) select ${columns} from backup.:name:`,
          { name }
        )
      }
      await trx.raw(sign)
      // It comes later than a lease lasts.
      await trx.raw("delete from instalments_lease")
      await trx.raw("drop schema backup cascade")
    })
}
