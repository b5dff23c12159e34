import { createHash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { RateLimitError } from "../client/errors"
import { inWords } from "../health/list"
import type { Urgency } from "../limits/endpoints"
import type { RequestLimits } from "../limits/request-limits"
import type { Contract } from "../models/contract"
import type { InstalmentsOptions } from "../options/parse-options"
import { askDocument } from "./ask-document"
import type { Difference } from "./difference"
import { changesBetween } from "./facts"
import { judgeDocument, type Judged } from "./judge"

const TABLE = "instalments_contract"
const ID = "contract"
const DAY_MS = 86_400_000
/** The document is made anew at every deployment of the service. */
const OLD_MS = 7 * DAY_MS
/** After a day without a document it is asked for again. */
const TRY_AGAIN_MS = DAY_MS
const MOST_LINES = 300

/** What is known of the service's document, without its facts. */
export type KeptContract = Omit<
  InferTypeOf<typeof Contract>,
  "verdict" | "points" | "facts" | "added" | "removed"
> & {
  verdict: Judged["verdict"] | null
  points: Difference[] | null
  added: string[] | null
  removed: string[] | null
}

/** What is known of the document of this address; null when nothing is. */
export async function readKept(
  db: Knex,
  baseUrl: string
): Promise<KeptContract | null> {
  const row = await db<KeptContract>(TABLE)
    .where({ id: ID, base_url: baseUrl })
    .first<KeptContract | undefined>(
      ...["asked_at", "failure", "judged_at", "digest", "digest_at"],
      ...["verdict", "points", "changed_at", "added", "removed", "base_url"]
    )
  return row ?? null
}

/**
 * Asks for the service's OpenAPI document, compares it, and keeps the result
 * for all processes: its digest and its facts, not the document. The only
 * writer of its table. Nothing but the admin, the doctor and the log reads it:
 * whatever the document is, payments go on.
 */
export class ContractKeeper {
  constructor(
    private readonly db: Knex,
    private readonly options: InstalmentsOptions,
    private readonly limits: RequestLimits,
    private readonly now: () => number
  ) {}

  /** The last comparison with this service; null before the first. */
  kept(): Promise<KeptContract | null> {
    return readKept(this.db, this.options.baseUrl)
  }

  /**
   * Checks it when a week has passed, or a day since a try without a document.
   * Null: it was not asked for, also because somebody just did.
   */
  async checkWhenOld(): Promise<KeptContract | null> {
    const kept = await this.kept()
    const age = (at: Date | null) => this.now() - (at?.getTime() ?? 0)
    const isTried = kept !== null && age(kept.asked_at) < TRY_AGAIN_MS
    const isFresh =
      kept?.judged_at && !kept.failure && age(kept.judged_at) < OLD_MS
    if (isTried || isFresh) {
      return null
    }
    return this.check("background").catch((error: unknown) => {
      if (error instanceof RateLimitError) {
        return null
      }
      throw error
    })
  }

  /**
   * Asks for the document now and compares it. When there is none that can be
   * read, the reason is kept, and what was known stays.
   *
   * @throws RateLimitError when it was asked for less than a minute ago
   */
  async check(urgency: Urgency = "on_demand"): Promise<KeptContract> {
    const { options, limits } = this
    const asked = await askDocument(options, limits, urgency)
    if ("waitSeconds" in asked) {
      throw new RateLimitError(
        `The service's OpenAPI document was asked for less than a minute ago; nothing was sent. Try again in ${asked.waitSeconds} seconds.`,
        asked.waitSeconds,
        true
      )
    }
    const judged =
      "text" in asked ? judgeDocument(asked.text, options) : undefined
    const failed = !("text" in asked)
      ? inWords({ saw: asked.reason, next: asked.next })
      : judged && "reason" in judged
        ? judged.reason
        : null
    await (judged && "facts" in judged && "text" in asked
      ? this.keep(judged, asked.text)
      : this.write({ failure: failed }))
    return (await this.kept())!
  }

  private async keep({ verdict, points, facts }: Judged, text: string) {
    const { baseUrl } = this.options
    const digest = createHash("sha256").update(text).digest("hex")
    const before = await this.db<{ digest: string; facts: string[] }>(TABLE)
      .where({ id: ID, base_url: baseUrl })
      .whereNotNull("digest")
      .first("digest", "facts")
    const isOther = before?.digest !== digest
    const at = new Date(this.now())
    // The same document may read otherwise with another version of this plugin.
    const { added, removed } =
      before && isOther
        ? changesBetween(before.facts, facts)
        : { added: [], removed: [] }
    await this.write({
      failure: null,
      judged_at: at,
      digest,
      verdict,
      points: JSON.stringify(points),
      facts: JSON.stringify(facts),
      ...(isOther ? { digest_at: at } : {}),
      ...(added.length + removed.length > 0
        ? {
            changed_at: at,
            added: JSON.stringify(added.slice(0, MOST_LINES)),
            removed: JSON.stringify(removed.slice(0, MOST_LINES)),
          }
        : {}),
    })
  }

  /** What is known of another address is forgotten. */
  private async write(row: Record<string, unknown>) {
    const { baseUrl } = this.options
    const asked_at = new Date(this.now())
    await this.db.transaction(async (trx) => {
      await trx(TABLE)
        .where({ id: ID })
        .whereNot({ base_url: baseUrl })
        .delete()
      await trx(TABLE)
        .insert({ id: ID, base_url: baseUrl, asked_at, ...row })
        .onConflict("id")
        .merge()
    })
  }
}
