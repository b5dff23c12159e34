import { createHash } from "node:crypto"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { connect } from "./connect"

const MIGRATIONS = join(
  __dirname,
  "../../../../src/modules/instalments/migrations"
)

/**
 * The name of a database that has the ledger's tables, as the module's migrations
 * make them, and no row: to be copied. It is made by the first who asks for it,
 * and again whenever a migration is another one.
 */
export async function emptyLedger(server: Knex): Promise<string> {
  const statements = (await migrationStatements()).join("\n")
  const digest = createHash("sha256").update(statements).digest("hex")
  const name = `ledger_${digest.slice(0, 16)}`
  // Of several test files that run at once, one makes it.
  await server.raw("select pg_advisory_lock(hashtext(?))", [name])
  const made = await server("pg_database").where({ datname: name }).first()
  if (!made) {
    await make(server, name, statements)
  }
  await server.raw("select pg_advisory_unlock(hashtext(?))", [name])
  return name
}

/** The statements of the module's migrations, in order. */
export async function migrationStatements(): Promise<string[]> {
  const statements: string[] = []
  const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".ts"))
  for (const file of files.sort()) {
    const classes: (new () => Migration)[] = Object.values(
      require(join(MIGRATIONS, file))
    )
    const migration = new classes[0]!()
    await migration.up()
    statements.push(...migration.getQueries().map(String))
  }
  return statements
}

/** It has its name once it is whole. */
async function make(server: Knex, name: string, statements: string) {
  const unfinished = `${name}_unfinished`
  await server.raw("drop database if exists ?? with (force)", [unfinished])
  await server.raw("create database ??", [unfinished])
  const db = connect(unfinished)
  await db.raw(statements)
  await db.destroy()
  await server.raw("alter database ?? rename to ??", [unfinished, name])
}
