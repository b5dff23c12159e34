import { hkdfSync } from "node:crypto"
import type { InferTypeOf } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { refusedOption } from "../client/account-keys"
import type { Heard } from "../client/exchange"
import type { KeyUse } from "../models/key-use"
import type { InstalmentsOptions } from "../options/parse-options"

/** What is known of one key of a list. */
export type KeyUseRow = Pick<
  InferTypeOf<typeof KeyUse>,
  "id" | "first_taken_at" | "taken_at" | "refused_at"
>

/** The options that take a list of keys. */
export type KeyOption = "clientSecret" | "signingSecret" | "callback.key"

/** The keys of each option, newest first. */
export function keyLists(
  options: Pick<InstalmentsOptions, "clientSecret" | "signingSecret"> & {
    callback: Pick<InstalmentsOptions["callback"], "key">
  }
): Record<KeyOption, string[]> {
  const { clientSecret, signingSecret, callback } = options
  return { clientSecret, signingSecret, "callback.key": callback.key }
}

const PURPOSE = "medusa-payment-instalments: the name of a key, version 1"
const NAME_BYTES = 3

/**
 * The id of a key's row. Its 24 bits tell the keys of a list apart, and are too
 * few to find a key by: of all keys that somebody could guess, many have them.
 */
export function keyUseId(option: KeyOption, key: string): string {
  const name = Buffer.from(hkdfSync("sha256", key, "", PURPOSE, NAME_BYTES))
  return `${option}:${name.toString("hex")}`
}

const TABLE = "instalments_key_use"
/** How often an unchanged fact is written again. */
const AGAIN_MS = 60_000

/**
 * Records which keys of a list are in use, while there is a list: without one it
 * writes nothing. It writes seldom, and never fails a request or a callback.
 */
export class KeyUses {
  private readonly written = new Map<string, number>()

  constructor(
    private readonly db: Knex,
    private readonly options: InstalmentsOptions,
    private readonly now: () => number
  ) {}

  /** Notes what an answer of the service says about the keys of its request. */
  async hear({ error, keys, signed }: Heard): Promise<void> {
    const refused = refusedOption(error)
    if (refused) {
      await this.note(refused, keys[refused], "refused")
    }
    if (!error) {
      await this.note("clientSecret", keys.clientSecret, "taken")
    }
    if (!error && signed) {
      await this.note("signingSecret", keys.signingSecret, "taken")
    }
  }

  /** Notes which key has signed a callback that was verified. */
  verified(key: string): Promise<void> {
    return this.note("callback.key", key, "taken")
  }

  private async note(
    option: KeyOption,
    key: string,
    what: "taken" | "refused"
  ): Promise<void> {
    if (keyLists(this.options)[option].length < 2) {
      return
    }
    const id = keyUseId(option, key)
    const now = this.now()
    const last = this.written.get(`${what} ${id}`)
    if (last !== undefined && Math.abs(now - last) < AGAIN_MS) {
      return
    }
    this.written.set(`${what} ${id}`, now)
    await this.db
      .raw(what === "taken" ? TAKEN : REFUSED, { id, at: new Date(now) })
      .catch(() => this.written.delete(`${what} ${id}`))
  }
}

const TAKEN = `
  insert into ${TABLE} (id, first_taken_at, taken_at) values (:id, :at, :at)
  on conflict (id) do update
  set first_taken_at = coalesce(${TABLE}.first_taken_at, excluded.first_taken_at),
    taken_at = excluded.taken_at, updated_at = now()`

const REFUSED = `
  insert into ${TABLE} (id, refused_at) values (:id, :at)
  on conflict (id) do update
  set refused_at = excluded.refused_at, updated_at = now()`
