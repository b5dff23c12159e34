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

/** Where the service posts the callbacks of what this store opens. */
export function ownNotifyUrl({
  backendUrl,
}: Pick<StoreAddresses, "backendUrl">): string {
  return new URL(notifyUrl({ backendUrl })).href
}

/**
 * Whether a checkout is this store's, by the address that the service was told for its
 * callbacks. A copy of the database has the real store's checkouts, and may have its
 * keys: it would place their orders, and return what it cannot place. Only in production
 * is that real money, and elsewhere the addresses of local work change every day. One
 * without an address is older than this rule.
 */
export function isOwn(
  { notify_url }: Pick<CheckoutRow, "notify_url">,
  options: StoreAddresses
): boolean {
  return (
    options.environment !== "production" ||
    notify_url === null ||
    addresses(options).includes(notify_url)
  )
}

/** The same for checkouts in a statement. */
export function onlyOwn(options: StoreAddresses): Narrow {
  return (rows) =>
    options.environment === "production"
      ? rows.where((one) =>
          one
            .whereNull("notify_url")
            .orWhereIn("notify_url", addresses(options))
        )
      : rows
}

/** The same for refund requests, by their checkouts. */
export function ofOwnCheckouts(options: StoreAddresses): Narrow {
  return (refunds) =>
    options.environment === "production"
      ? refunds.whereExists((checkouts) =>
          onlyOwn(options)(
            checkouts.from(TABLES.checkout).whereRaw("id = reference")
          ).select("id")
        )
      : refunds
}

/** The contrary: another store's checkouts in a statement. */
export function onlyOthers(options: StoreAddresses): Narrow {
  return (rows) =>
    options.environment === "production"
      ? rows.whereNotIn("notify_url", addresses(options))
      : rows.whereRaw("false")
}

/** @throws MedusaError (not allowed) when it is another store's; see `isOwn`. */
export function refuseOthers(
  checkout: Pick<CheckoutRow, "id" | "notify_url">,
  options: StoreAddresses
): void {
  if (!isOwn(checkout, options)) {
    throw refused(
      `Checkout ${checkout.id} was opened by the store at ${checkout.notify_url}, and this one is ${ownNotifyUrl(options)}: its database may be a copy. See to the payment in that store. If that is an address of this store too, add it to the option furtherBackendUrls, without /hooks/instalments.`
    )
  }
}

function addresses({ backendUrl, furtherBackendUrls }: StoreAddresses) {
  return [backendUrl, ...furtherBackendUrls].map((url) =>
    ownNotifyUrl({ backendUrl: url })
  )
}
