import { spawn } from "node:child_process"
import { Client } from "pg"

/**
 * Makes a fresh database on the server of `DATABASE_URL` with Medusa's and the
 * plugin's tables, and answers its address.
 */
export async function freshDatabase(): Promise<string> {
  const url = new URL(String(process.env.DATABASE_URL))
  const client = new Client({ connectionString: url.href })
  await client.connect()
  const name = `bench_${process.pid}`
  await client.query(`create database ${name}`)
  await client.end()
  url.pathname = name
  await migrate(url.href)
  return url.href
}

async function migrate(DATABASE_URL: string): Promise<void> {
  const cli = require.resolve("@medusajs/cli/cli.js")
  const child = spawn(process.execPath, [cli, "db:migrate"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DATABASE_URL, LOG_LEVEL: "error" },
  })
  const code = await new Promise((ended) => child.once("exit", ended))
  if (code !== 0) {
    throw new Error(`medusa db:migrate ended with ${String(code)}.`)
  }
}
