import * as fc from "fast-check"
import type { CallbackMode } from "../../../src/sandbox/state/settings"
import type { Step } from "./step"

const MODES: Record<CallbackMode, string> = {
  normal: "brings callbacks as usual",
  never: "loses callbacks",
  late: "brings callbacks late",
  duplicate: "brings callbacks twice at once",
  bad_signature: "signs callbacks wrongly",
  out_of_order: "brings stale callbacks after the true ones",
}

/** How the service's callbacks come from here on. */
export function callbackSteps(): fc.WeightedArbitrary<Step>[] {
  const modes = Object.keys(MODES) as CallbackMode[]
  return [
    {
      weight: 3,
      arbitrary: fc.constantFrom(...modes).map((mode) => ({
        says: `the service ${MODES[mode]}`,
        run: async ({ store }) => store.sandbox.set({ callbacks: { mode } }),
      })),
    },
  ]
}
