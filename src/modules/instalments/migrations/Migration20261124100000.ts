import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** What the service says of its own API, as it was last compared with its use. */
export class Migration20261124100000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "instalments_contract" ("id" text not null, "base_url" text not null, "asked_at" timestamptz not null, "failure" text null, "judged_at" timestamptz null, "digest" text null, "digest_at" timestamptz null, "verdict" text null, "points" jsonb null, "facts" jsonb null, "changed_at" timestamptz null, "added" jsonb null, "removed" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_contract_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_contract_deleted_at" ON "instalments_contract" ("deleted_at") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "instalments_contract" cascade;`);
  }

}
