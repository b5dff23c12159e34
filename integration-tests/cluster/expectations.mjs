import { demand, it } from "../install/record.mjs"

/** What must be true of the money when everything is at rest. */
export async function expectAccounted(found, wishes) {
  const { sums, breaches, violations, requests, lost, doubled } = found
  const balances = sum(wishes.map((wish) => wish.balances))
  const refunded = sum(wishes.map((wish) => wish.refunded))
  console.log(`      ${JSON.stringify(sums)}`)
  console.log(`      asked of the service: ${JSON.stringify(requests)}`)
  console.log(`      refunds asked for again: ${found.askedAgain}`)
  const sides = [sums.service, sums.ledger, sums.medusa]
  const expectations = {
    "makes one order of each paid cart": () => {
      const { orders } = sums.medusa
      demand("Orders", orders === wishes.length, orders)
    },
    "makes one payment and one capture of each paid cart and balance": () => {
      const { payments, captures } = sums.medusa
      const all = [sums.service.paid, payments, captures]
      const wanted = wishes.length + balances
      const is = all.every((n) => n === wanted)
      demand(`Payments and captures, of ${wanted}`, is, all)
    },
    "makes every refund that was wanted once": () => {
      const all = sides.map((side) => side.refunded)
      const is = all.every((n) => n === refunded)
      demand(`Cents refunded, of ${refunded}`, is, all)
    },
    "loses no payment and no refund": () =>
      demand("Lost", lost.length === 0, lost),
    "doubles no payment and no refund": () =>
      demand("Doubled", doubled.length === 0, doubled),
    "agrees to the cent: the service, the ledger and Medusa": () => {
      const all = sides.map(({ cents }) => cents)
      demand("Cents", new Set(all).size === 1, all)
      const { medusa } = sums
      const kept = medusa.cents - medusa.refunded
      const is = [medusa.orderCents, medusa.transactionCents]
      demand(
        `Cents of the orders and their transactions, of ${kept}`,
        is.every((n) => n === kept),
        is
      )
    },
    "breaks no law": () => demand("Breaches", breaches.length === 0, breaches),
    "breaks no limit of the service, over all processes": () =>
      demand("Violations", Object.keys(violations).length === 0, violations),
    "holds nothing that need not be": () =>
      demand(
        "Not placed, or held",
        sums.ledger.unplaced.length + sums.ledger.held.length === 0,
        sums.ledger
      ),
  }
  for (const [sentence, expectation] of Object.entries(expectations)) {
    // Each is looked at, also after one that does not hold.
    await it(sentence, async () => expectation()).catch(() => {})
  }
}

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0)
