import { join } from "node:path"
import getPort from "get-port"
import { demand, it } from "./record.mjs"
import { doctor } from "./scenario/doctor.mjs"
import { hearOfOrder, refuseGiftCard } from "./scenario/examples.mjs"
import {
  enableInstalments,
  merchantOf,
  setUpShop,
} from "./scenario/merchant.mjs"
import { paymentOf, refundPart } from "./scenario/refund.mjs"
import { buy } from "./scenario/shopper.mjs"
import { uninstall } from "./scenario/uninstall.mjs"
import { InstalledStore } from "./store/installed-store.mjs"
import { MANAGERS } from "./store/package-managers.mjs"
import { writeStore } from "./store/write-store.mjs"

const LOGIN = { email: "merchant@shop.test", password: "merchant-password-1" }

/**
 * A store of its own, without a storefront: what the README's lines add, a region made by hand,
 * a refund, an upgrade from the last release, and the way out again.
 */
export async function install(wanted) {
  const { version, manager, previous } = wanted
  console.log(`\nA fresh store of Medusa ${version}, with ${manager}`)
  const store = await fresh(wanted)

  if (previous) {
    await it(`has ${previous.tag}, with its lines and its tables`, async () => {
      await store.add(previous.tarball)
      store.addReadmeLines(previous.checkout)
      await store.medusa("db:migrate")
      store.removeReadmeLines()
    })
  }
  const how = previous ? "upgrades to" : "installs"
  await it(`${how} the package with ${manager}`, () => store.addByReadme())
  await it("gets its variables by init", () => store.init())
  await it("gets the README's lines, pasted into medusa-config", () =>
    store.pasteReadmeLines())
  await it("is the same after a second init", () => store.initAgain())
  await it("migrates its database", () => store.medusa("db:migrate"))
  await it("builds for production, with the admin and the docs' examples", () => {
    store.addExamples()
    return store.medusa("build")
  })
  const sandbox = await it("runs the sandbox out of the package", () =>
    store.startSandbox())
  const backend = await it("starts in production mode", () => store.start())
  const admin = await it("lets the merchant into the admin", async () => {
    await store.medusa("user", "-e", LOGIN.email, "-p", LOGIN.password)
    return await merchantOf(store.address, LOGIN)
  })
  const shop = await regionByHand(store, admin)
  await it("is told by the doctor that nothing is wrong", async () => {
    const { ok, wrong } = await doctor(store)
    demand("What is wrong", ok && wrong.length === 0, wrong)
  })
  const orderId = await it("sells to a shopper who pays in instalments", () =>
    buy(store, shop))
  await it("hears of the order in a subscriber", () => hearOfOrder(store))
  await it("refuses a gift card by a handler of validateOffer", () =>
    refuseGiftCard(store, admin, shop))
  const payment = await it("has one captured payment on the order", () =>
    paymentOf(admin, orderId, shop))
  await it("sends a refund from the admin to the service", () =>
    refundPart(store, admin, payment))
  await uninstall({ store, backend, login: LOGIN, orderId })
  await backend.stop()
  await sandbox.stop()
}

async function fresh({ place, name, version, manager, databaseUrl }) {
  const folder = join(place, name)
  const [port, sandboxPort] = [await getPort(), await getPort()]
  const where = { place, port, sandboxPort, manager, databaseUrl }
  // Its own integration: a manual one takes refunds on the day of purchase.
  const store = new InstalledStore(folder, { ...where, approval: "manual" })
  await it("is made as Medusa's starter makes it", async () => {
    const { files } = MANAGERS[manager]
    await writeStore(folder, { version, databaseUrl, port, files })
    await store.install()
  })
  await it("has a database", () => store.createDatabase())
  return store
}

/** A shop whose merchant makes the region in the admin. */
async function regionByHand(store, admin) {
  await it("is told by the doctor that no region sells in rand", async () => {
    const { wrong, findings } = await doctor(store)
    demand("What is wrong", wrong.join() === "region", wrong)
    const { next } = findings.find(({ check }) => check === "region")
    demand("What to do", next.includes("init --zar"), next)
  })
  const shop = await setUpShop(admin)
  await it("is told by the doctor that no region has instalments", async () => {
    const { wrong } = await doctor(store)
    demand("What is wrong", wrong.join() === "region", wrong)
  })
  await it("enables instalments for its region in the admin", () =>
    enableInstalments(admin, shop.region))
  return shop
}
