import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121094800 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "instalments_resolution" drop constraint if exists "instalments_resolution_key_opened_at_unique";`);
    this.addSql(`alter table if exists "instalments_refund_request" drop constraint if exists "instalments_refund_request_refund_id_unique";`);
    this.addSql(`alter table if exists "instalments_refund_request" drop constraint if exists "instalments_refund_request_refund_request_id_unique";`);
    this.addSql(`create table if not exists "instalments_job_run" ("id" text not null, "begun_at" timestamptz not null, "ended_at" timestamptz null, "last_error" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_job_run_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_job_run_deleted_at" ON "instalments_job_run" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_refund_request" ("id" text not null, "reference" text not null, "checkout_id" text not null, "refund_request_id" text null, "amount" integer not null, "currency" text not null, "status" text check ("status" in ('scheduled', 'sending', 'in_doubt', 'requested', 'pending', 'complete', 'failed', 'refused')) not null default 'scheduled', "service_status" text null, "reason" text check ("reason" in ('merchant', 'system', 'unplaced')) not null, "payment_id" text null, "refund_id" text null, "asked_at" timestamptz null, "send_after" timestamptz not null, "sent_at" timestamptz null, "finished_at" timestamptz null, "look_after" timestamptz null, "looks" integer not null default 0, "last_error" text null, "held_reason" text null, "booked_at" timestamptz null, "undone_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_refund_request_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_deleted_at" ON "instalments_refund_request" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_instalments_refund_request_refund_request_id_unique" ON "instalments_refund_request" ("refund_request_id") WHERE refund_request_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_instalments_refund_request_refund_id_unique" ON "instalments_refund_request" ("refund_id") WHERE refund_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_reference" ON "instalments_refund_request" ("reference") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_payment_id" ON "instalments_refund_request" ("payment_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_status_send_after" ON "instalments_refund_request" ("status", "send_after") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_look_after" ON "instalments_refund_request" ("look_after") WHERE look_after IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_status" ON "instalments_refund_request" ("status") WHERE held_reason IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_created_at" ON "instalments_refund_request" ("created_at") WHERE refund_id IS NOT NULL AND booked_at IS NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_request_limit" ("id" text not null, "slots" jsonb not null, "paused_from" timestamptz null, "paused_until" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_request_limit_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_request_limit_deleted_at" ON "instalments_request_limit" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_resolution" ("id" text not null, "key" text not null, "kind" text not null, "title" text not null, "reference" text null, "opened_at" timestamptz not null, "count" integer not null default 1, "action" text not null, "note" text null, "resolved_by" text not null, "resolved_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_resolution_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_resolution_deleted_at" ON "instalments_resolution" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_instalments_resolution_key_opened_at_unique" ON "instalments_resolution" ("key", "opened_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_resolution_resolved_at" ON "instalments_resolution" ("resolved_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_service_contact" ("id" text not null, "accepted_at" timestamptz null, "refused_at" timestamptz null, "refused_reason" text null, "clock_difference_ms" integer null, "clock_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_service_contact_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_service_contact_deleted_at" ON "instalments_service_contact" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_sweep" ("id" text not null, "page_number" integer not null, "page_items" integer not null, "begun_at" timestamptz not null, "back_to" timestamptz not null, "seen" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_sweep_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_sweep_deleted_at" ON "instalments_sweep" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_tally" ("id" text not null, "count" integer not null default 0, "last_at" timestamptz not null, "last_reason" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_tally_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_tally_deleted_at" ON "instalments_tally" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "instalments_callback" add column if not exists "received_at" timestamptz null, add column if not exists "last_received_at" timestamptz null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_callback_last_received_at" ON "instalments_callback" ("last_received_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_callback_created_at" ON "instalments_callback" ("created_at") WHERE held_reason IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`alter table if exists "instalments_checkout" add column if not exists "success_url" text null, add column if not exists "outcome_at" timestamptz null, add column if not exists "paid_not_before" timestamptz null, add column if not exists "asked_at" timestamptz null, add column if not exists "asks" integer not null default 0, add column if not exists "look_after" timestamptz null, add column if not exists "settle_attempts" integer not null default 0, add column if not exists "last_error" text null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_opened_at_id" ON "instalments_checkout" ("opened_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_paid_at" ON "instalments_checkout" ("paid_at") WHERE paid_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_look_after" ON "instalments_checkout" ("look_after") WHERE look_after IS NOT NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "instalments_job_run" cascade;`);

    this.addSql(`drop table if exists "instalments_refund_request" cascade;`);

    this.addSql(`drop table if exists "instalments_request_limit" cascade;`);

    this.addSql(`drop table if exists "instalments_resolution" cascade;`);

    this.addSql(`drop table if exists "instalments_service_contact" cascade;`);

    this.addSql(`drop table if exists "instalments_sweep" cascade;`);

    this.addSql(`drop table if exists "instalments_tally" cascade;`);

    this.addSql(`drop index if exists "IDX_instalments_callback_last_received_at";`);
    this.addSql(`drop index if exists "IDX_instalments_callback_created_at";`);
    this.addSql(`alter table if exists "instalments_callback" drop column if exists "received_at", drop column if exists "last_received_at";`);

    this.addSql(`drop index if exists "IDX_instalments_checkout_opened_at_id";`);
    this.addSql(`drop index if exists "IDX_instalments_checkout_paid_at";`);
    this.addSql(`drop index if exists "IDX_instalments_checkout_look_after";`);
    this.addSql(`alter table if exists "instalments_checkout" drop column if exists "success_url", drop column if exists "outcome_at", drop column if exists "paid_not_before", drop column if exists "asked_at", drop column if exists "asks", drop column if exists "look_after", drop column if exists "settle_attempts", drop column if exists "last_error";`);
  }

}
