import type { MedusaContainer } from "@medusajs/framework/types"
import type { InstalmentsModuleService } from "../../src/modules/instalments/service"
import type { Sandbox } from "../../src/sandbox"

/** The service as the checks see it, in this process or in another one. */
export type SceneService = Pick<
  Sandbox,
  "url" | "checkouts" | "refundRequests" | "now"
> & {
  journal: Pick<Sandbox["journal"], "violations">
}

/** What the checks read at the end: the service, the ledger and Medusa. */
export type Scene = {
  store: {
    sandbox: SceneService
    ledger: InstalmentsModuleService
    container: MedusaContainer
    runJob(name: "config" | "reconcile" | "refunds"): Promise<unknown>
  }
  /** The carts that were shopped with. */
  cartIds: string[]
  /** The orders that were drafts; none when left out. */
  draftIds?: string[]
  passTime(ms: number): Promise<void>
  /** How far the store's clock is ahead of the service's; 0 when left out. */
  skewMs?: number
  /** A person does what the console asks for; nobody does when left out. */
  asked?(): Promise<void>
}
