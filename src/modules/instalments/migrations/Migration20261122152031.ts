import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122152031 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "instalments_refund_request" drop constraint if exists "instalments_refund_request_status_check";`);

    this.addSql(`drop index if exists "IDX_instalments_refund_request_created_at";`);

    this.addSql(`alter table if exists "instalments_refund_request" add column if not exists "booking" jsonb null, add column if not exists "booked" jsonb null, add column if not exists "books_after" timestamptz null, add column if not exists "books_error" text null, add column if not exists "doubted_at" timestamptz null, add column if not exists "remainder_refused_at" timestamptz null;`);
    this.addSql(`alter table if exists "instalments_refund_request" add constraint "instalments_refund_request_status_check" check("status" in ('filed', 'scheduled', 'sending', 'in_doubt', 'requested', 'pending', 'complete', 'failed', 'refused', 'withdrawn'));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_books_after" ON "instalments_refund_request" ("books_after") WHERE books_after IS NOT NULL AND deleted_at IS NULL;`);

    // Withdrawn ones have ended too; the generator does not see a changed condition.
    this.addSql(`drop index if exists "IDX_instalments_refund_request_created_at_status";`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_created_at_status" ON "instalments_refund_request" ("created_at", "status") WHERE status IN ('failed', 'refused', 'withdrawn') AND replaced_by IS NULL AND deleted_at IS NULL;`);
    // What was accepted before is sent once Medusa's books are seen to hold it.
    this.addSql(`update "instalments_refund_request" set "status" = 'filed', "books_after" = now() where "status" = 'scheduled' and "refund_id" is not null and "booked_at" is null and "deleted_at" is null;`);
    this.addSql(`update "instalments_refund_request" set "books_after" = now() where "status" in ('failed', 'refused') and "undone_at" is null and ("refund_id" is not null or "dropped_at" is not null) and "deleted_at" is null;`);
    // Their first sending was without an answer; when that was known is not.
    this.addSql(`update "instalments_refund_request" set "doubted_at" = coalesce("sent_at", now()) where "status" = 'in_doubt' and "deleted_at" is null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "instalments_refund_request" drop constraint if exists "instalments_refund_request_status_check";`);

    this.addSql(`drop index if exists "IDX_instalments_refund_request_books_after";`);
    this.addSql(`drop index if exists "IDX_instalments_refund_request_created_at_status";`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_created_at_status" ON "instalments_refund_request" ("created_at", "status") WHERE status IN ('failed', 'refused') AND replaced_by IS NULL AND deleted_at IS NULL;`);
    this.addSql(`update "instalments_refund_request" set "status" = 'scheduled' where "status" = 'filed';`);
    this.addSql(`update "instalments_refund_request" set "status" = 'refused' where "status" = 'withdrawn';`);
    this.addSql(`alter table if exists "instalments_refund_request" drop column if exists "booking", drop column if exists "booked", drop column if exists "books_after", drop column if exists "books_error", drop column if exists "doubted_at", drop column if exists "remainder_refused_at";`);

    this.addSql(`alter table if exists "instalments_refund_request" add constraint "instalments_refund_request_status_check" check("status" in ('scheduled', 'sending', 'in_doubt', 'requested', 'pending', 'complete', 'failed', 'refused'));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_instalments_refund_request_created_at" ON "instalments_refund_request" ("created_at") WHERE refund_id IS NOT NULL AND booked_at IS NULL AND deleted_at IS NULL;`);
  }

}
