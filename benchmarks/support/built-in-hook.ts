import { Modules } from "@medusajs/framework/utils"
import { processPaymentWorkflowId } from "@medusajs/medusa/core-flows"
import { fillCart } from "../../integration-tests/harness/shopper"
import { countStatements } from "../../integration-tests/harness/count-statements"
import type { BenchStore } from "./boot"
import { MINIMAL } from "./minimal-provider"

type Run = (...args: unknown[]) => Promise<unknown>

/**
 * The same cart with Medusa's own hook and a minimal provider. `ms` is from the
 * callback to the end of Medusa's work, `working` what it took of that once the
 * wait of five seconds was over.
 */
export async function byBuiltInHook(store: BenchStore) {
  const { cartId, sessionId, total } = await chooseMinimal(store)
  const engine = store.container.resolve(
    Modules.WORKFLOW_ENGINE
  ) as unknown as { run: Run }
  const run = engine.run.bind(engine)
  const from = performance.now()
  const worked = new Promise<{ working: number; statements: number }>(
    (resolve, reject) => {
      engine.run = async (...args) => {
        // It runs the cart's completion by the engine, too.
        if (args[0] !== processPaymentWorkflowId) {
          return run(...args)
        }
        const began = performance.now()
        const work = countStatements(store.db, () => run(...args))
        work.then(({ statements }) => {
          resolve({ statements, working: performance.now() - began })
        }, reject)
        return (await work).answer
      }
    }
  )
  await store.post(`/hooks/payment/${MINIMAL}`, {
    session_id: sessionId,
    amount: total,
  })
  const { working, statements } = await worked
  const ms = performance.now() - from
  engine.run = run
  if ((await store.orders({ cart_id: cartId })).length !== 1) {
    throw new Error(`Cart ${cartId} did not become an order.`)
  }
  return { ms, working, statements }
}

async function chooseMinimal({ api, shop }: BenchStore) {
  const cartId = await fillCart(api, shop)
  const { headers } = shop
  const found = await api.post(
    "/store/payment-collections",
    { cart_id: cartId },
    { headers }
  )
  const { id } = found.data.payment_collection
  const answer = await api.post(
    `/store/payment-collections/${id}/payment-sessions`,
    { provider_id: `pp_${MINIMAL}` },
    { headers }
  )
  const [session] = answer.data.payment_collection.payment_sessions
  const { id: sessionId, amount } = session
  return { cartId, sessionId: String(sessionId), total: Number(amount) }
}
