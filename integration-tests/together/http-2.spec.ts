import { withStore } from "../store/with-store"
import { runTogether } from "./together"

// Half of the files in one store, which takes long to boot.
withStore(() => runTogether("../http", (_, place) => place % 2 === 1))
