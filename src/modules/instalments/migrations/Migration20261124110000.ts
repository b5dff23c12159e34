import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * When each key of a list was last taken, and how the service spelt what it said
 * about a checkout.
 */
export class Migration20261124110000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "instalments_key_use" ("id" text not null, "first_taken_at" timestamptz null, "taken_at" timestamptz null, "refused_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_key_use_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_key_use_deleted_at" ON "instalments_key_use" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`alter table if exists "instalments_checkout" add column if not exists "observed" jsonb null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "instalments_key_use" cascade;`);
    this.addSql(`alter table if exists "instalments_checkout" drop column if exists "observed";`);
  }

}
