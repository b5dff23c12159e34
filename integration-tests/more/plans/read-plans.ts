import { z } from "@medusajs/framework/zod"
import { Client } from "pg"
import { GROWING } from "../../core/ledger/database/fill"
import type { Store } from "../../harness/with-store"

type Plan = {
  "Node Type": string
  "Relation Name"?: string
  Plans?: Plan[]
}

const plan: z.ZodType<Plan> = z.lazy(() =>
  z.looseObject({
    "Node Type": z.string(),
    "Relation Name": z.string().optional(),
    Plans: z.array(plan).optional(),
  })
)
const explained = z.array(
  z.object({ "QUERY PLAN": z.array(z.object({ Plan: plan })) })
)

/** A statement that reads a whole table of the ledger. */
export type Scan = { table: string; sql: string }

/**
 * Until the transaction ends, PostgreSQL forgets what it has counted of the ledger's
 * tables, and reads no whole table that an index can serve. Without its costs it may
 * compute a `not exists` of each row by a table that it hashes once: it compares the
 * two by how many rows it expects, and `enable_seqscan` does not count there.
 */
const KNOWING_NOTHING = `
  set local enable_seqscan = off;
  set local seq_page_cost = 1000000000;
  delete from pg_statistic where starelid in
    (select oid from pg_class where relname like 'instalments\\_%');
  update pg_class set relpages = 0, reltuples = -1
    where relname like 'instalments\\_%' and relkind = 'r'`

/**
 * Runs something and answers which of its statements read whole tables; with
 * `evenIfSmall` those that would, however many rows there were.
 */
export async function scansOf(
  { ledger }: Store,
  work: () => Promise<unknown>,
  { evenIfSmall = false } = {}
): Promise<Scan[]> {
  const statements: { sql: string; bindings: unknown[] }[] = []
  const note = (query: { sql: string; bindings?: unknown[] }) =>
    void statements.push({ sql: query.sql, bindings: query.bindings ?? [] })
  ledger["db"].on("query", note)
  await work()
  ledger["db"].removeListener("query", note)
  const { rows } = (await ledger["db"].raw(
    "select current_database() as name"
  )) as { rows: [{ name: string }] }
  const url = new URL(String(process.env.DATABASE_URL))
  url.pathname = rows[0].name
  const client = new Client({ connectionString: url.href })
  await client.connect()
  await client.query("begin")
  if (evenIfSmall) {
    await client.query(KNOWING_NOTHING)
  }
  const scans: Scan[] = []
  for (const { sql, bindings } of statements) {
    if (!/^(select|update|delete|insert|with)/i.test(sql.trim())) {
      continue
    }
    const answer = await client.query(
      `explain (format json) ${sql}`,
      bindings as unknown[]
    )
    const [top] = explained.parse(answer.rows)[0]!["QUERY PLAN"]
    for (const table of wholeTables(top!.Plan)) {
      scans.push({ table, sql })
    }
  }
  await client.query("rollback")
  await client.end()
  return scans
}

function wholeTables(node: Plan): string[] {
  const table = node["Relation Name"] ?? ""
  const isWhole = node["Node Type"] === "Seq Scan" && GROWING.includes(table)
  return [
    ...(isWhole ? [table] : []),
    ...(node.Plans ?? []).flatMap(wholeTables),
  ]
}
