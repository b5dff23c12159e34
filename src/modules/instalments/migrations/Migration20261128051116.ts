import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * Whose a checkout is in a copy of the database; since when the service does not know one,
 * which was written as a contradiction; and when the refunds job was last there, so that a
 * restored backup is noticed. Null of what was before.
 */
export class Migration20261128051116 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "instalments_checkout" add column if not exists "notify_url" text null, add column if not exists "unknown_at" timestamptz null;`);

    this.addSql(`alter table if exists "instalments_job_run" add column if not exists "alive_at" timestamptz null;`);

    // A backup of the version before has only this to tell its age.
    this.addSql(`update "instalments_job_run" set "alive_at" = "begun_at" where "id" = 'refunds';`);

    this.addSql(`update "instalments_checkout" set "unknown_at" = "updated_at", "contradiction" = null where "contradiction" is not null and "outcome" = 'open' and "status" is distinct from 'successful' and "deleted_at" is null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "instalments_checkout" drop column if exists "notify_url", drop column if exists "unknown_at";`);

    this.addSql(`alter table if exists "instalments_job_run" drop column if exists "alive_at";`);
  }

}
