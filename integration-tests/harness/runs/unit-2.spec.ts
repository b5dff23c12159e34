import { runTogether } from "./together"

// What `unit-1` leaves. The storefront's run by themselves: they want a browser's
// objects.
runTogether("../../../src", { below: true, not: /^(modules|storefront)\b/ })
runTogether("../../../scripts", { below: true })
