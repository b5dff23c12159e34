import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * Which server the refunds job last sent on, so that a standby that took over is noticed,
 * and the function that says it: the cluster and its timeline, which is another one after
 * each restore and each takeover. Null where a provider of databases lets nobody ask.
 */
export class Migration20261128085414 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "instalments_job_run" add column if not exists "server" text null;`);

    this.addSql(`create or replace function "instalments_server"() returns text language plpgsql stable as $$
      begin
        return (select system_identifier from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
      exception when others then
        return null;
      end $$;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "instalments_job_run" drop column if exists "server";`);

    this.addSql(`drop function if exists "instalments_server"();`);
  }

}
