import * as fc from "fast-check"
import { DEBIT, debitActions } from "../../harness/debit-actions"
import type { World } from "../world"
import type { Step } from "./step"

/**
 * Another provider's payments that are under way for days: Medusa has placed the order,
 * and makes the payment when the money comes.
 */
export function debitSteps(): fc.WeightedArbitrary<Step>[] {
  return [
    step(1, "Thandi buys by a bank debit", async ({ shoppers: { Thandi } }) => {
      await Thandi.choose(DEBIT)
      await Thandi.complete()
    }),
    step(1, "Thandi pays what her order owes by a bank debit", agree),
    step(2, "Thandi's bank debits arrive", (world) =>
      forEach(world, ({ arrives }, { id, amount }) =>
        arrives(id, Number(amount))
      )
    ),
    step(1, "Thandi's bank debits fail", (world) =>
      forEach(world, async ({ fails, checkStatus }, { id }, orderId) => {
        await fails(id)
        await checkStatus(orderId, id)
      })
    ),
  ]
}

async function agree(world: World) {
  const order = await world.thandisOrder()
  const open = order?.payment_collections.find(
    ({ payments }) => payments.length === 0
  )
  if (open) {
    const { choose, agree } = debitActions(world.store)
    const id = await choose(open.id)
    // Core refuses one that was paid in another way meanwhile.
    return id && agree(id).catch(() => null)
  }
}

type Debits = ReturnType<typeof debitActions>
type Session = Awaited<ReturnType<Debits["underWay"]>>[number]

async function forEach(
  world: World,
  act: (debits: Debits, session: Session, orderId: string) => Promise<unknown>
) {
  const order = await world.thandisOrder()
  const debits = debitActions(world.store)
  const ids = order?.payment_collections.map(({ id }) => id) ?? []
  for (const session of await debits.underWay(ids)) {
    await act(debits, session, String(order?.id))
  }
}

function step(
  weight: number,
  says: string,
  run: Step["run"]
): fc.WeightedArbitrary<Step> {
  return { weight, arbitrary: fc.constant({ says, run }) }
}
