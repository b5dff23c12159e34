import * as fc from "fast-check"
import { consoleSteps } from "./steps/console"
import { crashSteps } from "./steps/crash"
import { merchantSteps } from "./steps/merchant"
import { otherSystemSteps } from "./steps/other-system"
import { priceSteps, taxSettings } from "./steps/prices"
import { serviceSteps } from "./steps/service"
import { shopperSteps } from "./steps/shoppers"
import type { Step } from "./steps/step"
import { timeSteps } from "./steps/time"

const MOST_STEPS = 12

/** Without a payment page there is little to do. */
const FIRST: Step = {
  says: "Thandi chooses instalments",
  run: ({ shoppers }) => shoppers.Thandi.choose(),
}

/** A random program: what people, the service and the time do, in this order. */
export function programs(): fc.Arbitrary<Step[]> {
  const one = fc.oneof(
    ...shopperSteps(),
    ...serviceSteps(),
    ...merchantSteps(),
    ...consoleSteps(),
    ...priceSteps(),
    ...otherSystemSteps(),
    ...timeSteps()
  )
  const two = fc.tuple(one, one).map(([a, b]): Step => ({
    says: `at once: ${a.says}, and ${b.says}`,
    run: (world) => Promise.all([a.run(world), b.run(world)]),
  }))
  const steps = fc.oneof(
    { weight: 81, arbitrary: one },
    { weight: 11, arbitrary: two },
    { weight: 8, arbitrary: crashSteps() }
  )
  const rest = fc.array(steps, {
    minLength: 1,
    maxLength: MOST_STEPS,
    size: "max",
  })
  return fc
    .tuple(taxSettings(), rest)
    .map(([settings, steps]) => [...settings, FIRST, ...steps])
}
