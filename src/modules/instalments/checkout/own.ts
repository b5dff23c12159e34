import { notifyUrl } from "../callback/notify-url"
import { refused } from "../domain/refund-rules"
import { TABLES, type CheckoutRow } from "../ledger/rows"
import type { InstalmentsOptions } from "../options/parse-options"
import type { Narrow } from "./transition"

/** What says which checkouts are this store's. */
export type StoreAddresses = Pick<
  InstalmentsOptions,
  "environment" | "backendUrl" | "furtherBackendUrls"
>

/**
 * What a checkout that this store opens keeps of it: where the service posts its
 * callbacks. Nothing in the sandbox: it is no real money, and the addresses of local
 * work change every day.
 */
export function ownNotifyUrl(
  options: Pick<StoreAddresses, "environment" | "backendUrl">
): string | null {
  return options.environment === "production" ? hrefOf(options) : null
}

/**
 * Whether a checkout is this store's, by the address that the service was told for its
 * callbacks. A copy of the database has the real store's checkouts, and may have its
 * keys: it would place their orders, and return what it cannot place. That the copy
 * calls itself a sandbox makes none of them its own. One without an address was opened
 * in the sandbox, or before this rule.
 */
export function isOwn(
  { notify_url }: Pick<CheckoutRow, "notify_url">,
  options: StoreAddresses
): boolean {
  return notify_url === null || addresses(options).includes(notify_url)
}

/** The same for checkouts in a statement. */
export function onlyOwn(options: StoreAddresses): Narrow {
  return (rows) =>
    rows.where((one) =>
      one.whereNull("notify_url").orWhereIn("notify_url", addresses(options))
    )
}

/** The contrary: another store's. */
export function onlyOthers(options: StoreAddresses): Narrow {
  return (rows) => rows.whereNotIn("notify_url", addresses(options))
}

/** The refund requests of this store's checkouts in a statement. */
export function ofOwnCheckouts(options: StoreAddresses): Narrow {
  return (refunds) =>
    refunds.whereNotExists((checkouts) =>
      onlyOthers(options)(
        checkouts.from(TABLES.checkout).whereRaw("id = reference")
      ).select("id")
    )
}

/** @throws MedusaError (not allowed) when it is another store's; see `isOwn`. */
export function refuseOthers(
  checkout: Pick<CheckoutRow, "id" | "notify_url">,
  options: StoreAddresses
): void {
  if (!isOwn(checkout, options)) {
    throw refused(
      `Checkout ${checkout.id} was opened by the store at ${checkout.notify_url}, and this one is ${hrefOf(options)}: its database may be a copy. See to the payment in that store. If that is an address of this store too, add it to the option furtherBackendUrls, without /hooks/instalments.`
    )
  }
}

/** Where the service posts callbacks, however its host is spelt. */
export function hrefOf(options: Pick<StoreAddresses, "backendUrl">): string {
  return new URL(notifyUrl(options)).href
}

function addresses({ backendUrl, furtherBackendUrls }: StoreAddresses) {
  return [backendUrl, ...furtherBackendUrls].map((url) =>
    hrefOf({ backendUrl: url })
  )
}
