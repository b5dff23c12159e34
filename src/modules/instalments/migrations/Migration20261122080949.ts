import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122080949 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "instalments_lease" ("id" text not null, "holder" text not null, "ends_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_lease_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_lease_deleted_at" ON "instalments_lease" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_unmatched" ("id" text not null, "amount" integer not null, "currency" text not null, "opened_at" timestamptz not null, "seen_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_unmatched_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_unmatched_opened_at" ON "instalments_unmatched" ("opened_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_unmatched_deleted_at" ON "instalments_unmatched" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "instalments_checkout" add column if not exists "creation" text check ("creation" in ('sent', 'answered', 'unanswered', 'refused')) not null default 'sent', add column if not exists "held_kind" text check ("held_kind" in ('no_order', 'amount_differs', 'return_failed')) null, add column if not exists "heard_at" timestamptz null, add column if not exists "wanted_at" timestamptz null, add column if not exists "contradiction" text null, add column if not exists "order_amount" integer null, add column if not exists "refusals" integer not null default 0, add column if not exists "by_hand" boolean not null default false;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_opened_at" ON "instalments_checkout" ("opened_at") WHERE checkout_id IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_outcome_at" ON "instalments_checkout" ("outcome_at") WHERE outcome = 'placed' AND order_amount <> amount AND deleted_at IS NULL;`);

    this.addSql(`alter table if exists "instalments_request_limit" add column if not exists "turns" jsonb null;`);
    // A creation that was refused could not be told from one without an answer.
    this.addSql(`update "instalments_checkout" set "creation" = case when "checkout_id" is null then 'unanswered' else 'answered' end;`);
    // Nobody guesses any more which of several alike one is: it closes in time.
    this.addSql(`update "instalments_checkout" set "outcome" = 'open', "outcome_at" = null, "held_reason" = null, "look_after" = "opened_at" + interval '3 hours' where "outcome" = 'held' and "status" is null;`);
    this.addSql(`update "instalments_checkout" set "look_after" = "opened_at" + interval '3 hours' where "outcome" = 'open' and "status" is null and "checkout_id" is null;`);
    this.addSql(`update "instalments_checkout" set "by_hand" = true where "outcome" = 'open' and "status" = 'successful' and "held_reason" is not null;`);
    // The last time that prose is read: these were the sentences of that day.
    this.addSql(`update "instalments_checkout" set "held_kind" = case when "held_reason" like '%Speak to the service''s support before you return it again%' then 'return_failed' when "held_reason" like 'The service holds %' then 'amount_differs' else 'no_order' end where "outcome" = 'held';`);
    this.addSql(`update "instalments_checkout" set "contradiction" = substring("last_error" from 'The service says (.+) now, after it said successful'), "last_error" = null where "outcome" <> 'open' and "status" = 'successful' and "last_error" like 'The service says % now, after it said successful%';`);
    // A callback that was committed while a job closed the row was lost by that.
    this.addSql(`update "instalments_checkout" set "outcome" = 'open', "outcome_at" = null, "look_after" = "paid_at" where "outcome" = 'closed' and "status" = 'successful';`);
    this.addSql(`update "instalments_checkout" set "look_after" = null where "outcome" = 'closed' and "checkout_id" is null;`);
    // No list is read for the id of one that is settled: a person is asked for it.
    this.addSql(`update "instalments_checkout" set "look_after" = null where "outcome" <> 'open' and "status" = 'successful';`);
    this.addSql(`delete from "instalments_sweep" where "id" = 'checkouts';`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "instalments_lease" cascade;`);

    this.addSql(`drop table if exists "instalments_unmatched" cascade;`);

    this.addSql(`drop index if exists "IDX_instalments_checkout_opened_at";`);
    this.addSql(`drop index if exists "IDX_instalments_checkout_outcome_at";`);
    this.addSql(`alter table if exists "instalments_checkout" drop column if exists "creation", drop column if exists "held_kind", drop column if exists "heard_at", drop column if exists "wanted_at", drop column if exists "contradiction", drop column if exists "order_amount", drop column if exists "refusals", drop column if exists "by_hand";`);

    this.addSql(`alter table if exists "instalments_request_limit" drop column if exists "turns";`);
  }

}
