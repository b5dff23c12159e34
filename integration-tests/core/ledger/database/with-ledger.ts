import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { connect, connectToServer } from "./connect"
import { emptyLedger } from "./tables"

/** The ledger's tables in a PostgreSQL, with nothing of Medusa around them. */
export class LedgerDatabase {
  /** The database's name. */
  readonly name = `test_${randomUUID().replaceAll("-", "")}`
  private readonly others: Knex[] = []
  private own: Knex | undefined
  private deletion = ""

  /** Its connections. */
  get db(): Knex {
    return (this.own ??= connect(this.name))
  }

  /** Connections of another process, as far as the database can tell, for one test. */
  process(): Knex {
    const pool = connect(this.name)
    this.others.push(pool)
    return pool
  }

  /** The address, for who connects by itself. */
  get url(): string {
    const url = new URL(String(process.env.DATABASE_URL))
    url.pathname = `/${this.name}`
    return url.href
  }

  async create() {
    await onServer(async (server) => {
      const empty = await emptyLedger(server)
      await server.raw("create database ?? template ??", [this.name, empty])
    })
    const names: string[] = await this.db("pg_tables")
      .where({ schemaname: "public" })
      .pluck("tablename")
    this.deletion = names.map((name) => `delete from "${name}"`).join(";")
  }

  async empty() {
    await this.db.raw(this.deletion)
  }

  /** Ends once so many statements wait for a row that another one has locked. */
  async locksAreWaitedFor(count: number) {
    const waiting = () =>
      this.db("pg_stat_activity")
        .where({ wait_event_type: "Lock" })
        .whereRaw("datname = current_database()")
    while ((await waiting()).length < count) {}
  }

  async endProcesses() {
    await Promise.all(this.others.splice(0).map((pool) => pool.destroy()))
  }

  async drop() {
    await this.own?.destroy()
    await onServer((server) =>
      server.raw("drop database ?? with (force)", [this.name])
    )
  }
}

/**
 * A ledger without a row for each of a file's tests. It takes a tenth of a second
 * for the file and a millisecond for the test: no store is booted.
 */
export function withLedger(tests: (ledger: LedgerDatabase) => void) {
  const ledger = new LedgerDatabase()
  beforeAll(() => ledger.create())
  beforeEach(() => ledger.empty())
  afterEach(() => ledger.endProcesses())
  afterAll(() => ledger.drop())
  tests(ledger)
}

async function onServer(work: (server: Knex) => Promise<unknown>) {
  const server = connectToServer()
  await work(server).finally(() => server.destroy())
}
