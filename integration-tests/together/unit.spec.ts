import { runTogether } from "./together"

// The storefront's run by themselves: they want a browser's objects.
runTogether("../../src", (name) => !name.startsWith("storefront"))
runTogether("../../benchmarks")
