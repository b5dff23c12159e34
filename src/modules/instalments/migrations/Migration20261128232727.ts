import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261128232727 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "instalments_resolution" drop constraint if exists "instalments_resolution_key_opened_at_unique";`);
    this.addSql(`alter table if exists "instalments_refund_request" drop constraint if exists "instalments_refund_request_refund_id_unique";`);
    this.addSql(`alter table if exists "instalments_refund_request" drop constraint if exists "instalments_refund_request_refund_request_id_unique";`);
    this.addSql(`alter table if exists "instalments_checkout" drop constraint if exists "instalments_checkout_checkout_id_unique";`);
    this.addSql(`alter table if exists "instalments_callback" drop constraint if exists "instalments_callback_digest_unique";`);
    this.addSql(`create table if not exists "instalments_callback" ("id" text not null, "digest" text not null, "reference" text null, "status" text null, "number_of_payments" integer null, "body" text null, "held_reason" text null, "deliveries" integer not null default 1, "received_at" timestamptz not null, "last_received_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_callback_pkey" primary key ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_instalments_callback_digest_unique" ON "instalments_callback" ("digest") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_callback_deleted_at" ON "instalments_callback" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_callback_reference" ON "instalments_callback" ("reference") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_callback_last_received_at" ON "instalments_callback" ("last_received_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_callback_created_at" ON "instalments_callback" ("created_at") WHERE held_reason IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_checkout" ("id" text not null, "checkout_id" text null, "payment_url" text null, "notify_url" text null, "success_url" text null, "status" text null, "creation" text check ("creation" in ('sent', 'answered', 'unanswered', 'refused')) not null default 'sent', "outcome" text check ("outcome" in ('open', 'placed', 'returned', 'held', 'closed')) not null default 'open', "held_reason" text null, "held_kind" text check ("held_kind" in ('no_order', 'amount_differs', 'return_failed')) null, "amount" integer not null, "currency" text not null, "number_of_payments" integer null, "country_code" text null, "payment_collection_id" text not null, "payment_session_id" text not null, "cart_id" text null, "order_id" text null, "outcome_at" timestamptz null, "fingerprint" text null, "opened_at" timestamptz not null, "paid_at" timestamptz null, "paid_not_before" timestamptz null, "last_checked_at" timestamptz null, "check_count" integer not null default 0, "status_updated_at" timestamptz null, "poll_requested_at" timestamptz null, "contradiction" text null, "unknown_at" timestamptz null, "paid_amount" integer null, "order_amount" integer null, "next_check_at" timestamptz null, "settle_attempts" integer not null default 0, "refusals" integer not null default 0, "by_hand" boolean not null default false, "last_error" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_checkout_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_deleted_at" ON "instalments_checkout" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_instalments_checkout_checkout_id_unique" ON "instalments_checkout" ("checkout_id") WHERE checkout_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_opened_at" ON "instalments_checkout" ("opened_at") WHERE checkout_id IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_fingerprint_opened_at" ON "instalments_checkout" ("fingerprint", "opened_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_payment_session_id" ON "instalments_checkout" ("payment_session_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_cart_id" ON "instalments_checkout" ("cart_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_order_id" ON "instalments_checkout" ("order_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_outcome_opened_at" ON "instalments_checkout" ("outcome", "opened_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_status_opened_at" ON "instalments_checkout" ("status", "opened_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_opened_at_id" ON "instalments_checkout" ("opened_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_not_erased" ON "instalments_checkout" ("outcome_at") WHERE fingerprint IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_paid_otherwise" ON "instalments_checkout" ("id") WHERE outcome = 'placed' AND coalesce(paid_amount, amount) <> coalesce(order_amount, amount) AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_denied" ON "instalments_checkout" ("id") WHERE outcome = 'placed' AND contradiction IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_paid_at" ON "instalments_checkout" ("paid_at") WHERE paid_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_unplaced" ON "instalments_checkout" ("paid_at") WHERE status = 'successful' AND outcome <> 'placed' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_placed" ON "instalments_checkout" ("outcome_at") WHERE status = 'successful' AND outcome = 'placed' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_next_check_at" ON "instalments_checkout" ("next_check_at") WHERE next_check_at IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_checkout_session" ("id" text not null, "reference" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_checkout_session_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_session_reference" ON "instalments_checkout_session" ("reference") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_session_deleted_at" ON "instalments_checkout_session" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_deed" ("id" text not null, "actor_id" text not null, "actor_type" text not null, "action" text not null, "subject" text null, "done_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_deed_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_deed_subject" ON "instalments_deed" ("subject") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_deed_deleted_at" ON "instalments_deed" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_job_run" ("id" text not null, "begun_at" timestamptz not null, "ended_at" timestamptz null, "last_error" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_job_run_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_job_run_deleted_at" ON "instalments_job_run" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_kept_value" ("id" text not null, "value" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_kept_value_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_kept_value_deleted_at" ON "instalments_kept_value" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_lease" ("id" text not null, "holder" text not null, "ends_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_lease_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_lease_deleted_at" ON "instalments_lease" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_refund_request" ("id" text not null, "reference" text not null, "checkout_id" text null, "refund_request_id" text null, "amount" integer not null, "currency" text not null, "status" text check ("status" in ('filed', 'scheduled', 'sending', 'in_doubt', 'requested', 'pending', 'complete', 'failed', 'refused', 'withdrawn')) not null default 'scheduled', "service_status" text null, "service_amount" integer null, "reason" text check ("reason" in ('merchant', 'system', 'unplaced')) not null, "payment_id" text null, "refund_id" text null, "filed_at" timestamptz not null, "send_after" timestamptz not null, "sent_at" timestamptz null, "seen_before_sent" integer null, "finished_at" timestamptz null, "next_check_at" timestamptz null, "check_count" integer not null default 0, "last_error" text null, "held_reason" text null, "booking" jsonb null, "booked" jsonb null, "booked_at" timestamptz null, "books_after" timestamptz null, "books_error" text null, "doubted_at" timestamptz null, "remainder_refused_at" timestamptz null, "dropped_at" timestamptz null, "undone_at" timestamptz null, "superseded_by" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_refund_request_pkey" primary key ("id"), constraint instalments_refund_sent_once check (refund_request_id IS NULL OR status NOT IN ('scheduled', 'sending')));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_deleted_at" ON "instalments_refund_request" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_instalments_refund_request_refund_request_id_unique" ON "instalments_refund_request" ("refund_request_id") WHERE refund_request_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_instalments_refund_request_refund_id_unique" ON "instalments_refund_request" ("refund_id") WHERE refund_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_reference" ON "instalments_refund_request" ("reference") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_payment_id" ON "instalments_refund_request" ("payment_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_filed_at" ON "instalments_refund_request" ("filed_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_finished_at" ON "instalments_refund_request" ("finished_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_status_send_after" ON "instalments_refund_request" ("status", "send_after") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_filed_at_id" ON "instalments_refund_request" ("filed_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_created_at_status" ON "instalments_refund_request" ("created_at", "status") WHERE status IN ('failed', 'refused', 'withdrawn') AND superseded_by IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_next_check_at" ON "instalments_refund_request" ("next_check_at") WHERE next_check_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_status" ON "instalments_refund_request" ("status") WHERE held_reason IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_books_after" ON "instalments_refund_request" ("books_after") WHERE books_after IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_returned" ON "instalments_refund_request" ("finished_at") WHERE reason = 'unplaced' AND status = 'complete' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_books_error" ON "instalments_refund_request" ("finished_at") WHERE books_error IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_failed" ON "instalments_refund_request" ("id") WHERE status IN ('failed', 'refused') AND superseded_by IS NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_request_limit" ("id" text not null, "slots" jsonb not null, "turns" jsonb null, "paused_from" timestamptz null, "paused_until" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_request_limit_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_request_limit_deleted_at" ON "instalments_request_limit" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_resolution" ("id" text not null, "key" text not null, "kind" text not null, "title" text not null, "reference" text null, "opened_at" timestamptz not null, "count" integer not null default 1, "action" text not null, "note" text null, "resolved_by" text not null, "resolved_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_resolution_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_resolution_deleted_at" ON "instalments_resolution" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_instalments_resolution_key_opened_at_unique" ON "instalments_resolution" ("key", "opened_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_resolution_resolved_at" ON "instalments_resolution" ("resolved_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_sweep" ("id" text not null, "page_number" integer not null, "page_items" integer not null, "begun_at" timestamptz not null, "back_to" timestamptz not null, "seen" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_sweep_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_sweep_deleted_at" ON "instalments_sweep" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_unmatched" ("id" text not null, "amount" integer not null, "currency" text not null, "opened_at" timestamptz not null, "seen_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_unmatched_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_unmatched_opened_at" ON "instalments_unmatched" ("opened_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_unmatched_deleted_at" ON "instalments_unmatched" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_unmatched_refund" ("id" text not null, "amount" integer not null, "currency" text not null, "status" text not null, "made_at" text not null, "seen_number" serial, "seen_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_unmatched_refund_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_unmatched_refund_amount" ON "instalments_unmatched_refund" ("amount") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_unmatched_refund_seen_at" ON "instalments_unmatched_refund" ("seen_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_unmatched_refund_deleted_at" ON "instalments_unmatched_refund" ("deleted_at") WHERE deleted_at IS NULL;`);

    // An index on Medusa's own orders, by the mark of the cart that they were made from
    // (`workflows/settle/cart-mark.ts`). It holds orders of instalments only, and is made
    // where there is a shop.
    this.addSql(`do $$ begin
      if to_regclass('"order"') is not null then
        create index if not exists "IDX_instalments_order_cart_mark" on "order" ((metadata->>'instalments_cart_id')) where metadata->>'instalments_cart_id' is not null;
      end if;
    end $$;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_instalments_order_cart_mark";`);

    this.addSql(`drop table if exists "instalments_callback" cascade;`);

    this.addSql(`drop table if exists "instalments_checkout" cascade;`);

    this.addSql(`drop table if exists "instalments_checkout_session" cascade;`);

    this.addSql(`drop table if exists "instalments_deed" cascade;`);

    this.addSql(`drop table if exists "instalments_job_run" cascade;`);

    this.addSql(`drop table if exists "instalments_kept_value" cascade;`);

    this.addSql(`drop table if exists "instalments_lease" cascade;`);

    this.addSql(`drop table if exists "instalments_refund_request" cascade;`);

    this.addSql(`drop table if exists "instalments_request_limit" cascade;`);

    this.addSql(`drop table if exists "instalments_resolution" cascade;`);

    this.addSql(`drop table if exists "instalments_sweep" cascade;`);

    this.addSql(`drop table if exists "instalments_unmatched" cascade;`);

    this.addSql(`drop table if exists "instalments_unmatched_refund" cascade;`);
  }

}
