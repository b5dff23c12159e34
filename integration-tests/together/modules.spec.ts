import { runTogether } from "./together"

runTogether("../modules")
