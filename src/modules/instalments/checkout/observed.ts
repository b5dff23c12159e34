import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { NOT_VERIFIED, type Observed } from "../domain/observe"

/**
 * What a row has observed of callbacks, with this one: the first is kept, but one
 * that was not verified gives way to one that was.
 */
export function withCallback(
  db: Knex,
  callback: Observed["callback"]
): Knex.Raw {
  return db.raw(
    `case when observed -> 'callback' is null
        or (?::boolean and observed #>> '{callback,signature}' like ?)
      then ? else observed end`,
    [
      callback?.signature.startsWith(NOT_VERIFIED) === false,
      `${NOT_VERIFIED}%`,
      withObserved(db, { callback }),
    ]
  )
}

/** A callback may come before the answer to the creation. */
export function withObserved(db: Knex, observed: Observed): Knex.Raw {
  return db.raw("coalesce(observed, '{}') || ?::jsonb", [
    JSON.stringify(observed),
  ])
}
