import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Finding } from "../finding"

const CHECK = "database"

const WORDS: Record<string, string> = {
  "28P01": "refuses the password of DATABASE_URL",
  "28000": "refuses the user of DATABASE_URL",
  "3D000": "has no database of this name",
  ECONNREFUSED: "does not listen where DATABASE_URL says",
  ENOTFOUND: "has a name that DNS does not know",
}

/** Whether the database answers and has the plugin's tables. */
export async function checkDatabase(
  db: Knex
): Promise<{ finding: Finding; reached: boolean; migrated: boolean }> {
  try {
    const migrated = await db.schema.hasTable("instalments_request_limit")
    return { finding: migrated ? READY : UNMIGRATED, reached: true, migrated }
  } catch (error) {
    const { code = "no code" } = error as { code?: string }
    const saw = `PostgreSQL ${WORDS[code] ?? `cannot be used (${code})`}`
    const next = "Mend DATABASE_URL, or start PostgreSQL."
    return {
      finding: { check: CHECK, state: "wrong", saw, next },
      reached: false,
      migrated: false,
    }
  }
}

const READY: Finding = {
  check: CHECK,
  state: "ok",
  saw: "answers, with the plugin's tables",
}

const UNMIGRATED: Finding = {
  check: CHECK,
  state: "wrong",
  saw: "has no tables of the plugin's",
  next: "Run npx medusa db:migrate.",
}
