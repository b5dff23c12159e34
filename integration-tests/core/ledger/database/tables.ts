import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
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
  const files = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map((name) => join(MIGRATIONS, name))
  const digest = createHash("sha256")
  files.forEach((file) => digest.update(readFileSync(file)))
  const name = `ledger_${digest.digest("hex").slice(0, 16)}`
  // Of several test files that run at once, one makes it.
  await server.raw("select pg_advisory_lock(hashtext(?))", [name])
  const made = await server("pg_database").where({ datname: name }).first()
  if (!made) {
    await make(server, name, files)
  }
  await server.raw("select pg_advisory_unlock(hashtext(?))", [name])
  return name
}

/** It has its name once it is whole. */
async function make(server: Knex, name: string, files: string[]) {
  const unfinished = `${name}_unfinished`
  await server.raw("drop database if exists ?? with (force)", [unfinished])
  await server.raw("create database ??", [unfinished])
  const db = connect(unfinished)
  for (const file of files) {
    await db.raw((await statementsOf(file)).join("\n"))
  }
  await db.destroy()
  await server.raw("alter database ?? rename to ??", [unfinished, name])
}

async function statementsOf(file: string): Promise<string[]> {
  const [Class] = Object.values(require(file)) as (new () => Migration)[]
  const migration = new Class!()
  await migration.up()
  return migration.getQueries() as string[]
}
