import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122192825 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "instalments_unmatched_refund" ("id" text not null, "amount" integer not null, "currency" text not null, "status" text not null, "made_at" text not null, "seen_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_unmatched_refund_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_unmatched_refund_amount" ON "instalments_unmatched_refund" ("amount") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_unmatched_refund_seen_at" ON "instalments_unmatched_refund" ("seen_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_unmatched_refund_deleted_at" ON "instalments_unmatched_refund" ("deleted_at") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "instalments_unmatched_refund" cascade;`);
  }

}
