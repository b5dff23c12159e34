import { withStore } from "../with-store"
import { HALF_OF_CORE, runTogether } from "./together"

// The other half.
withStore(() => runTogether("../../core", { not: HALF_OF_CORE }))
