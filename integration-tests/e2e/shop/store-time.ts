import { Client } from "@medusajs/framework/pg"
import { demo } from "./demo"

/**
 * Makes a checkout older for the store, whose own clock cannot be moved while
 * it runs. `checkoutId` is the service's.
 */
export async function ageCheckout(checkoutId: string, minutes: number) {
  const database = new Client({ connectionString: demo.database })
  await database.connect()
  try {
    await database.query(
      `update instalments_checkout
       set opened_at = opened_at - make_interval(mins => $2)
       where checkout_id = $1`,
      [checkoutId, minutes]
    )
  } finally {
    await database.end()
  }
}
