import { runTogether } from "./together"

runTogether({ nth: 0, of: 2 })
