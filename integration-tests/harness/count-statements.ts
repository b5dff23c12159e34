import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Runs something and counts the statements that PostgreSQL is sent meanwhile. */
export async function countStatements<T>(
  db: Knex,
  work: () => Promise<T>
): Promise<{ answer: T; statements: number }> {
  let statements = 0
  const count = () => void statements++
  db.on("query", count)
  try {
    const answer = await work()
    return { answer, statements }
  } finally {
    db.removeListener("query", count)
  }
}
