// Shoppers in a cluster of real processes that are killed and restarted:
//   npm run test:cluster [-- --outputFile counts.json]
// SHOPPERS=200, AT_ONCE=24, REDIS_FORGETS=1 for a Redis that keeps nothing.
// KILLS=80: shoppers keep coming until there were so many kills.
// TALLY=runs.csv gets a line for the run: date, commit, shoppers, kills, lost, doubled.
// Needs Redis: Debian's redis-server, or REDIS_URL.
import { parseArgs } from "node:util"
import { throwAwayFolder } from "../../demo/processes/throw-away-folder.mjs"
import { runSteps } from "../install/record.mjs"
import { play } from "./play.mjs"

const { values } = parseArgs({ options: { outputFile: { type: "string" } } })

await runSteps(() => play(throwAwayFolder("cluster")), values.outputFile)
