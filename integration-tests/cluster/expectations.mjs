import { demand, it } from "../install/record.mjs"

/** What must be true of the money when everything is at rest. */
export async function expectAccounted(found, shoppers) {
  const { sums, breaches, violations, requests } = found
  console.log(`      ${JSON.stringify(sums)}`)
  console.log(`      asked of the service: ${JSON.stringify(requests)}`)
  const expectations = {
    "makes one order, one payment and one capture of each paid cart": () => {
      const { orders, payments, captures } = sums.medusa
      const paid = sums.service.paid
      demand("Payments at the service", paid === shoppers, paid)
      const all = [orders, payments, captures]
      demand(
        "Orders, payments, captures",
        all.every((n) => n === paid),
        all
      )
    },
    "agrees to the cent: the service, the ledger and Medusa": () => {
      const { service, ledger, medusa } = sums
      const all = [service, ledger, medusa].map(({ cents }) => cents)
      demand("Cents", new Set(all).size === 1, all)
      demand("Cents of the orders", medusa.orderCents === all[0], medusa)
    },
    "breaks no law": () => demand("Breaches", breaches.length === 0, breaches),
    "breaks no limit of the service, over all processes": () =>
      demand("Violations", Object.keys(violations).length === 0, violations),
    "holds nothing that need not be": () =>
      demand("Not placed", sums.ledger.unplaced.length === 0, sums.ledger),
  }
  for (const [sentence, expectation] of Object.entries(expectations)) {
    // Each is looked at, also after one that does not hold.
    await it(sentence, async () => expectation()).catch(() => {})
  }
}
