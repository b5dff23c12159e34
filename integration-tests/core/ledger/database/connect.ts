import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"

/** A pool of connections to a database of the tests' server. */
export function connect(database: string): Knex {
  const url = new URL(String(process.env.DATABASE_URL))
  url.pathname = `/${database}`
  // Nothing is kept open that a test does not use.
  return knex({ client: "pg", connection: url.href, pool: { min: 0, max: 10 } })
}

/** One connection to the server, for what is done to databases as a whole. */
export function connectToServer(): Knex {
  const connection = String(process.env.DATABASE_URL)
  return knex({ client: "pg", connection, pool: { min: 1, max: 1 } })
}
