import { Monorepo } from "./monorepo/monorepo.mjs"
import { Person } from "./monorepo/person.mjs"
import { demand, it } from "./record.mjs"
import { buyOn, openBrowser, SCREENS } from "./scenario/browser-shopper.mjs"
import { doctor } from "./scenario/doctor.mjs"
import { merchantOf } from "./scenario/merchant.mjs"
import { paymentOf, refundToday } from "./scenario/refund.mjs"
import { readmeBlock, readmeLine } from "./store/readme.mjs"

const LOGIN = { email: "merchant@shop.test", password: "merchant-password-1" }
/** A mug of 433.35, and the delivery that `init --zar` makes. */
const TOTAL = 532.35

/** The README's lines, and no others, in a workspace; then it is bought there. */
export async function installMonorepo(wanted) {
  const { version, manager } = wanted
  console.log(`\nA monorepo of Medusa ${version}, with ${manager}`)
  const shop = await it("is laid out as Medusa's starter is", () =>
    Monorepo.install(wanted))
  const { store, storefront } = shop
  await it("has goods, and a key for its storefront", () => shop.open())

  const person = new Person(shop.folder, store.programs)
  await person.begin()
  await it("gets the plugin by the README's line", () =>
    person.types(readmeLine("add to the backend", manager), store.folder))
  await it("gets its variables by init", () =>
    person.types(`${readmeLine("init")} --yes`, store.folder))
  await it("gets the README's lines, pasted into medusa-config", () =>
    store.pasteReadmeLines())
  await it("is the same after a second init", () => store.initAgain())
  await it("gets tables, region, VAT and a delivery by init --zar", () =>
    person.types(`${readmeLine("region")} --yes`, store.folder))
  await it("gets all edits of its storefront by one command", async () => {
    const line = `${readmeLine("storefront")} --yes`
    const said = await person.types(line, store.folder)
    demand("What was left to do by hand", !said.includes("By hand"), said)
  })
  const before = new Set(shop.packages())
  await it("gets the storefront's package by the README's line", () =>
    person.types(readmeLine("add to the storefront", manager), storefront))
  const added = shop.packages().filter((name) => !before.has(name))

  await it("builds backend and storefront", () =>
    person.lets(() =>
      Promise.all([store.medusa("build"), shop.buildStorefront()])
    ))
  const running = await it("starts all three in production mode", async () => [
    await store.startSandbox(),
    ...(await Promise.all([store.start(), shop.startStorefront()])),
  ])
  const admin = await it("lets the merchant into the admin", async () => {
    await store.medusa("user", "-e", LOGIN.email, "-p", LOGIN.password)
    return await merchantOf(store.address, LOGIN)
  })
  await it("is told by the doctor that nothing is wrong", async () => {
    const { wrong, findings } = await doctor(store)
    const pages = findings.find(({ check }) => check === "storefront")
    demand("What is wrong", wrong.length === 0, wrong)
    demand("The storefront's pages", pages.state === "ok", pages)
  })
  const payments = await sellOn(shop, admin)
  await it("keeps a refund of the same day for the next", () =>
    refundToday(admin, payments[0]))
  await it("needs no edited line but the pasted ones, and one package in the storefront", () =>
    count(person, added))
  for (const one of running.reverse()) {
    await one.stop()
  }
}

async function sellOn(shop, admin) {
  const browser = await openBrowser()
  const payments = []
  for (const [name, screen] of Object.entries(SCREENS)) {
    await it(`sells on ${name}, in instalments`, async () => {
      const orderId = await buyOn(browser, screen, shop.address)
      payments.push(await paymentOf(admin, orderId, { total: TOTAL }))
    })
  }
  await browser.close()
  return payments
}

async function count(person, packages) {
  await person.lookForEdits()
  console.log(`
    commands typed                    ${person.commands.length}
    lines edited by a person          ${person.editedLines}
    packages added to the storefront  ${packages.length}
    seconds to two orders and refund  ${person.seconds}
`)
  const pasted = readmeBlock("medusa-config").split("\n").length
  demand("Lines edited", person.editedLines === pasted, person.editedLines)
  demand("Packages added", packages.length === 1, packages)
}
