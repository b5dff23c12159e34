import { runTogether } from "./together"

// Half of the unit tests' time, so that two cores end together.
runTogether("../../../src/modules", { below: true })
