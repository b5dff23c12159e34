import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/**
 * Rewrites texts of one row, and writes `change` with them. Should another process
 * write one of these texts meanwhile, the row is read again: the statement names the
 * texts that it replaces.
 */
export async function rewriteTexts(
  row: () => Knex.QueryBuilder,
  columns: string[],
  rewrite: (text: string) => string,
  change: object = {}
): Promise<void> {
  for (;;) {
    const before: Record<string, string | null> | undefined =
      await row().first(columns)
    if (!before) {
      return
    }
    const after = Object.fromEntries(
      Object.entries(before).map(([column, text]) => [
        column,
        text === null ? null : rewrite(text),
      ])
    )
    const written = await row()
      .where(before)
      .update({ ...after, ...change })
    if (written > 0) {
      return
    }
  }
}
