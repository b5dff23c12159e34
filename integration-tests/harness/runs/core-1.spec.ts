import { withStore } from "../with-store"
import { HALF_OF_CORE, runTogether } from "./together"

// Half of the files in one store, which takes long to boot.
withStore(() => runTogether("../../core", { only: HALF_OF_CORE }))
