import { runTogether } from "./together"

runTogether({ nth: 1, of: 2 })
