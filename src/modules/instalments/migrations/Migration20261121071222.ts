import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121071222 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "instalments_sweep" ("id" text not null, "page_number" integer not null, "page_items" integer not null, "back_to" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_sweep_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_sweep_deleted_at" ON "instalments_sweep" ("deleted_at") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "instalments_sweep" cascade;`);
  }

}
