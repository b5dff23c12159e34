import * as fc from "fast-check"
import type { World } from "../world"
import type { Step } from "./step"

const DEEDS: Record<string, (world: World) => Promise<unknown>> = {
  "another system on the account opens a checkout of the same amount": ({
    others,
  }) => others.sell(),
  "another system on the account sells for the same amount": async ({
    others,
  }) => {
    await others.sell()
    await others.isPaid()
  },
  "the other system's checkout is paid": ({ others }) => others.isPaid(),
  "the other system refunds the same amount": ({ others }) => others.refund(),
}

/** What others do on the same account of the service. */
export function otherSystemSteps(): fc.WeightedArbitrary<Step>[] {
  const deeds = fc.constantFrom(...Object.entries(DEEDS))
  return [{ weight: 6, arbitrary: deeds.map(([says, run]) => ({ says, run })) }]
}
