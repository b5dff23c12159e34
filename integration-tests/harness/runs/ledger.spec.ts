import { runTogether } from "./together"

runTogether("../../core/ledger")
