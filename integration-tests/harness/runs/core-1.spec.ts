import { withStore } from "../with-store"
import { runTogether } from "./together"

// Half of the files in one store, which takes long to boot.
withStore(() => runTogether("../../core", { half: 1 }))
