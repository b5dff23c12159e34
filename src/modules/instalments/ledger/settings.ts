import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InstalmentsOptions } from "../options/parse-options"
import { withDeed } from "./deeds"
import { keepValue, readValue, type KeptValues } from "./kept-values"

const KEY = "settings"

/** What a merchant has switched; an absent key was never switched. */
export type Switched = KeptValues[typeof KEY]

/** What a merchant switches in the admin. It holds in every process with the next statement. */
export class Settings {
  constructor(
    private readonly db: Knex,
    private readonly options: Pick<InstalmentsOptions, "refunds">
  ) {}

  /** What holds now: of the option and the switch the stricter one. */
  async read(): Promise<Required<Switched>> {
    const kept = await readValue(this.db, KEY)
    const isPaused = this.options.refunds.paused || kept?.refunds === "paused"
    return { refunds: isPaused ? "paused" : "on" }
  }

  /** Changes what is given. Who did it is kept in the same transaction. */
  async change(switched: Switched): Promise<void> {
    await withDeed(this.db, (trx) => keepValue(trx, KEY, switched))
  }
}
