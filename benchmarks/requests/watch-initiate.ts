import { Modules } from "@medusajs/framework/utils"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import { countStatements } from "../measure/statements"
import type { BenchStore } from "../store/boot"
import { watchService } from "./watch-service"

/** What one `initiatePayment` took, in milliseconds and statements. */
export type Initiated = {
  all: Spent
  /** Medusa's query for the cart: not ours to make faster. */
  cart: Spent
  /** The service's own answer. */
  service: number
}
type Spent = { ms: number; statements: number }

type Work = (...args: unknown[]) => Promise<unknown>

/** Notes every `initiatePayment` of our provider until it is ended. */
export function watchInitiate(store: BenchStore) {
  const { db } = store
  const service = watchService()
  const provider = providerOf(store)
  const query = provider.cradle.query
  const { graph } = query
  const initiate = provider.initiatePayment.bind(provider)
  const seen: Initiated[] = []
  let cart: Spent = { ms: 0, statements: 0 }
  query.graph = async (...args) => {
    const { answer, ...spent } = await spentOn(() => graph(...args))
    cart = spent
    return answer
  }
  provider.initiatePayment = async (...args) => {
    service.ms = 0
    const { answer, ...all } = await spentOn(() => initiate(...args))
    seen.push({ all, cart, service: service.ms })
    return answer
  }
  return {
    seen,
    service,
    end() {
      query.graph = graph
      provider.initiatePayment = initiate
      service.end()
    },
  }

  async function spentOn<T>(work: () => Promise<T>) {
    const from = performance.now()
    const { answer, statements } = await countStatements(db, work)
    return { answer, statements, ms: performance.now() - from }
  }
}

/** The provider as Medusa's payment module holds it. */
function providerOf({ container }: BenchStore) {
  const payment = container.resolve(Modules.PAYMENT) as unknown as {
    paymentProviderService_: {
      retrieveProvider(id: string): {
        initiatePayment: Work
        cradle: { query: { graph: Work } }
      }
    }
  }
  return payment.paymentProviderService_.retrieveProvider(PROVIDER_ID)
}
