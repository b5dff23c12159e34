import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * Whose a checkout is in a copy of the database, and when the refunds job was last there:
 * a backup that is older than what was sent notices it. Null of what was before.
 */
export class Migration20261128044244 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "instalments_checkout" add column if not exists "notify_url" text null;`);

    this.addSql(`alter table if exists "instalments_job_run" add column if not exists "alive_at" timestamptz null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "instalments_checkout" drop column if exists "notify_url";`);

    this.addSql(`alter table if exists "instalments_job_run" drop column if exists "alive_at";`);
  }

}
