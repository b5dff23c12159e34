import pg from "pg"
import { demand, it } from "../record.mjs"
import { merchantOf } from "./merchant.mjs"

/** Takes the package out again: the store must start, its orders must stay. */
export async function uninstall({ store, backend, login, orderId }) {
  await backend.stop()
  await it("builds and starts after the package was uninstalled", async () => {
    store.removeReadmeLines()
    store.removeExamples()
    await store.remove("medusa-payment-instalments")
    await store.medusa("db:migrate", "--execute-safe-links")
    await store.medusa("build")
    Object.assign(backend, await store.start())
  })
  await it("still shows the order that was paid in instalments", async () => {
    const admin = await merchantOf(store.address, login)
    const { order } = await admin("GET", `/orders/${orderId}`)
    // 532.85 were paid, 100.50 went back.
    demand("The order's total", order.total === 432.35, order.total)
  })
  await it("leaves the ledger in the database, with what was in it", async () => {
    const client = new pg.Client(store.databaseUrl)
    await client.connect()
    const { rows } = await client.query(
      "select order_id from instalments_checkout where outcome = 'placed'"
    )
    await client.end()
    demand("The ledger", rows[0]?.order_id === orderId, rows)
  })
}
