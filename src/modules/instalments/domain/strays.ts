/** An entry of the service's list whose id the ledger does not know. */
export type Stray = {
  id: string
  amount: number
  currency: string
  status: string
  created_at: string
}

/** A checkout whose creation's answer was lost: its id is not known. */
export type Idless = {
  id: string
  cart_id: string
  amount: number
  currency: string
  status: string | null
  opened_at: Date
}

/** A creation is answered within seconds; clocks need not agree better. */
const NEAR_MS = 2 * 60_000

/** Whether a stray may be the checkout that a row asked for. */
export function mayBeStray(row: Idless, stray: Stray): boolean {
  const away = Date.parse(stray.created_at) - row.opened_at.getTime()
  const paidBoth = row.status !== "successful" || stray.status === row.status
  return (
    stray.amount === row.amount &&
    stray.currency === row.currency &&
    Math.abs(away) <= NEAR_MS &&
    paidBoth
  )
}

/**
 * The stray that is certainly a row's checkout: the only one that it may be,
 * and of no other row. Between several alike nobody guesses, unless they are
 * all of one cart and all paid.
 */
export function strayOf(
  row: Idless,
  reading: { strays: Stray[]; rows: Idless[] }
): Stray | null {
  const mine = reading.strays.filter((stray) => mayBeStray(row, stray))
  const alike = reading.rows.filter((other) =>
    mine.some((stray) => mayBeStray(other, stray))
  )
  return mine.length + alike.length === 2
    ? (mine[0] ?? null)
    : pairedOff(row, { strays: mine, rows: alike }, reading.strays)
}

/**
 * As many paid strays as rows of one cart: each row is paid, by the same shopper
 * and with the same amount, so it does not matter whose id is whose. The eldest
 * gets the eldest.
 */
function pairedOff(
  row: Idless,
  { strays, rows }: { strays: Stray[]; rows: Idless[] },
  all: Stray[]
): Stray | null {
  const paid = strays.every(({ status }) => status === "successful")
  const equal = rows.every(
    (other) =>
      other.cart_id === row.cart_id &&
      strays.every((stray) => mayBeStray(other, stray)) &&
      all.filter((stray) => mayBeStray(other, stray)).length === strays.length
  )
  if (!paid || !equal || strays.length !== rows.length) {
    return null
  }
  const place = rows.filter((other) => isElder(other, row)).length
  const byAge = [...strays].sort(
    (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at)
  )
  return byAge[place] ?? null
}

function isElder(other: Idless, row: Idless): boolean {
  const by = row.opened_at.getTime() - other.opened_at.getTime()
  return by > 0 || (by === 0 && other.id < row.id)
}
