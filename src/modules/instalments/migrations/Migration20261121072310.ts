import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121072310 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "instalments_sweep" add column if not exists "begun_at" timestamptz not null, add column if not exists "seen" jsonb null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "instalments_sweep" drop column if exists "begun_at", drop column if exists "seen";`);
  }

}
