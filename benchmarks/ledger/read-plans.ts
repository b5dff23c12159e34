import { z } from "@medusajs/framework/zod"
import { Client } from "pg"
import type { BenchStore } from "../store/boot"

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

const GROWING = [
  "instalments_checkout",
  "instalments_checkout_session",
  "instalments_callback",
  "instalments_refund_request",
]

/** Runs something and answers which of its statements read whole tables. */
export async function scansOf(
  { ledger }: BenchStore,
  work: () => Promise<unknown>
): Promise<Scan[]> {
  const statements: { sql: string; bindings: unknown[] }[] = []
  const note = (query: { sql: string; bindings?: unknown[] }) =>
    void statements.push({ sql: query.sql, bindings: query.bindings ?? [] })
  ledger.db.on("query", note)
  await work()
  ledger.db.removeListener("query", note)
  const client = new Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  const scans: Scan[] = []
  for (const { sql, bindings } of statements) {
    if (!/^(select|update|delete|insert|with)/i.test(sql.trim())) {
      continue
    }
    const { rows } = await client.query(
      `explain (format json) ${sql}`,
      bindings as unknown[]
    )
    const [top] = explained.parse(rows)[0]!["QUERY PLAN"]
    for (const table of wholeTables(top!.Plan)) {
      scans.push({ table, sql })
    }
  }
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
