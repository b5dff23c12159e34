import { z } from "@medusajs/framework/zod"
import { request } from "../../../demo/shopper/request.cjs"
import type {
  SandboxCheckout,
  SandboxRefundRequest,
} from "../../../src/sandbox"
import type { SceneService } from "../../laws/scene"

const MAX_WAIT_MS = 300_000

const state = z.object({
  now: z.string(),
  checkouts: z.array(z.custom<SandboxCheckout>()),
  refund_requests: z.array(z.custom<SandboxRefundRequest>()),
})
const journal = z.object({
  violations: z.record(z.string(), z.number()),
  counts: z.record(z.string(), z.number()),
})

/** The sandbox in its own process, by its control interface. */
export class RemoteSandbox implements SceneService {
  checkouts: SceneService["checkouts"] = new Map()
  refundRequests: SceneService["refundRequests"] = new Map()
  journal: z.infer<typeof journal> = { violations: {}, counts: {} }
  private offsetMs = 0

  constructor(readonly url: string) {}

  /** Milliseconds since 1970 on the sandbox clock. */
  readonly now = () => Date.now() + this.offsetMs

  /** Reads everything anew. */
  async refresh() {
    const seen = state.parse(await this.ask("GET", "state"))
    this.checkouts = new Map(seen.checkouts.map((one) => [one.id, one]))
    this.refundRequests = new Map(
      seen.refund_requests.map((one) => [one.id, one])
    )
    this.journal = journal.parse(await this.ask("GET", "journal"))
    this.learnTime(seen.now)
  }

  /** Counts limits in the sandbox's own time; callbacks come once. */
  async liveInItsTime() {
    await this.ask("PUT", "settings", {
      limits: { clock: "sandbox" },
      callbacks: { mode: "normal" },
    })
  }

  /** A person at the service approves a refund. */
  async approve(id: string) {
    await this.ask("POST", `refund_requests/${id}/approve`, {})
  }

  /** Moves the clock; answers when all that became due is done. */
  async advance(ms: number) {
    const to = new Date(this.now() + ms).toISOString()
    const { now } = z
      .object({ now: z.string() })
      .parse(await this.ask("POST", "clock", { to }))
    this.learnTime(now)
  }

  /** An answer is always late, so that the greatest offset is the best known. */
  private learnTime(now: string) {
    this.offsetMs = Math.max(this.offsetMs, Date.parse(now) - Date.now())
  }

  private ask(method: string, path: string, body?: object): Promise<unknown> {
    const url = `${this.url}/sandbox/${path}`
    // A moved clock answers when all that became due was delivered.
    return request(method, url, { body, maxWaitMs: MAX_WAIT_MS })
  }
}
