import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121041053 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "instalments_checkout" drop constraint if exists "instalments_checkout_checkout_id_unique";`);
    this.addSql(`alter table if exists "instalments_callback" drop constraint if exists "instalments_callback_digest_unique";`);
    this.addSql(`create table if not exists "instalments_callback" ("id" text not null, "digest" text not null, "reference" text null, "status" text null, "number_of_payments" integer null, "body" text null, "held_reason" text null, "deliveries" integer not null default 1, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_callback_pkey" primary key ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_instalments_callback_digest_unique" ON "instalments_callback" ("digest") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_callback_deleted_at" ON "instalments_callback" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_callback_reference" ON "instalments_callback" ("reference") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_checkout" ("id" text not null, "checkout_id" text null, "payment_url" text null, "status" text null, "outcome" text check ("outcome" in ('open', 'placed', 'returned', 'held', 'closed')) not null default 'open', "held_reason" text null, "amount" integer not null, "currency" text not null, "number_of_payments" integer null, "country_code" text null, "payment_collection_id" text not null, "payment_session_id" text not null, "cart_id" text not null, "order_id" text null, "fingerprint" text not null, "opened_at" timestamptz not null, "paid_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_checkout_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_deleted_at" ON "instalments_checkout" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_instalments_checkout_checkout_id_unique" ON "instalments_checkout" ("checkout_id") WHERE checkout_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_fingerprint_opened_at" ON "instalments_checkout" ("fingerprint", "opened_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_payment_session_id" ON "instalments_checkout" ("payment_session_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_cart_id" ON "instalments_checkout" ("cart_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_order_id" ON "instalments_checkout" ("order_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_outcome_opened_at" ON "instalments_checkout" ("outcome", "opened_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_checkout_session" ("id" text not null, "reference" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_checkout_session_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_session_reference" ON "instalments_checkout_session" ("reference") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_checkout_session_deleted_at" ON "instalments_checkout_session" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "instalments_config" ("id" text not null, "rules" jsonb not null, "fetched_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "instalments_config_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_config_deleted_at" ON "instalments_config" ("deleted_at") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "instalments_callback" cascade;`);

    this.addSql(`drop table if exists "instalments_checkout" cascade;`);

    this.addSql(`drop table if exists "instalments_checkout_session" cascade;`);

    this.addSql(`drop table if exists "instalments_config" cascade;`);
  }

}
