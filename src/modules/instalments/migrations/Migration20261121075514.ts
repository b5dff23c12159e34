import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121075514 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "instalments_resolution" drop constraint if exists "instalments_resolution_key_opened_at_unique";`);
    this.addSql(`create table if not exists "instalments_job_run" ("id" text not null, "begun_at" timestamptz not null, "ended_at" timestamptz null, "last_error" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_job_run_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_job_run_deleted_at" ON "instalments_job_run" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_resolution" ("id" text not null, "key" text not null, "kind" text not null, "title" text not null, "reference" text null, "opened_at" timestamptz not null, "count" integer not null default 1, "action" text not null, "note" text null, "resolved_by" text not null, "resolved_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_resolution_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_resolution_deleted_at" ON "instalments_resolution" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_instalments_resolution_key_opened_at_unique" ON "instalments_resolution" ("key", "opened_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_resolution_resolved_at" ON "instalments_resolution" ("resolved_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_service_contact" ("id" text not null, "accepted_at" timestamptz null, "refused_at" timestamptz null, "refused_reason" text null, "clock_difference_ms" integer null, "clock_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_service_contact_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_service_contact_deleted_at" ON "instalments_service_contact" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "instalments_callback" add column if not exists "received_at" timestamptz null, add column if not exists "last_received_at" timestamptz null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_callback_created_at" ON "instalments_callback" ("created_at") WHERE held_reason IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`alter table if exists "instalments_checkout" add column if not exists "outcome_at" timestamptz null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_opened_at_id" ON "instalments_checkout" ("opened_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_paid_at" ON "instalments_checkout" ("paid_at") WHERE paid_at IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`alter table if exists "instalments_refund_request" add column if not exists "asked_at" timestamptz null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "instalments_job_run" cascade;`);

    this.addSql(`drop table if exists "instalments_resolution" cascade;`);

    this.addSql(`drop table if exists "instalments_service_contact" cascade;`);

    this.addSql(`drop index if exists "IDX_instalments_callback_created_at";`);
    this.addSql(`alter table if exists "instalments_callback" drop column if exists "received_at", drop column if exists "last_received_at";`);

    this.addSql(`drop index if exists "IDX_instalments_checkout_opened_at_id";`);
    this.addSql(`drop index if exists "IDX_instalments_checkout_paid_at";`);
    this.addSql(`alter table if exists "instalments_checkout" drop column if exists "outcome_at";`);

    this.addSql(`alter table if exists "instalments_refund_request" drop column if exists "asked_at";`);
  }

}
