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
 * and of no other row. Between several alike nobody guesses.
 */
export function strayOf(
  row: Idless,
  { strays, rows }: { strays: Stray[]; rows: Idless[] }
): Stray | null {
  const [stray, ...others] = strays.filter((one) => mayBeStray(row, one))
  const rivals = rows.filter(
    (other) => other.id !== row.id && stray && mayBeStray(other, stray)
  )
  return stray && others.length + rivals.length === 0 ? stray : null
}
