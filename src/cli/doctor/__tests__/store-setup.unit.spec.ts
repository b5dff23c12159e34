import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  optionsFindings,
  paymentModuleFinding,
} from "../../../modules/instalments/health/install"
import { readStore, setupOf } from "../read-store"
import { table, withoutSecrets } from "../report"
import { given } from "./options"

const provider = {
  resolve: "medusa-payment-instalments/providers/instalments",
  id: "instalments",
}
const config = {
  projectConfig: { databaseUrl: "postgres://shop:p%40ssw0rd@db/shop" },
  plugins: [{ resolve: "medusa-payment-instalments", options: given }],
  modules: {
    payment: {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["instalments", "query"],
      options: { providers: [provider] },
    },
  },
}

describe("the doctor's look at medusa-config", () => {
  it("reads the plugin's options and the payment module", () => {
    const store = setupOf(config)
    expect(store.options).toEqual(given)
    expect(optionsFindings(store.options)).toMatchObject({
      findings: [{ state: "ok" }],
      options: { environment: "sandbox" },
    })
    expect(paymentModuleFinding(store.payment)).toMatchObject({ state: "ok" })
  })

  it.each([
    [[], "in-memory"],
    [
      [{ resolve: "@medusajs/medusa/locking-redis", id: "ours" }],
      "locking-redis",
    ],
    [
      [
        { resolve: "@medusajs/medusa/locking-redis", id: "a" },
        {
          resolve: "@medusajs/medusa/locking-postgres",
          id: "b",
          is_default: true,
        },
      ],
      "locking-postgres",
    ],
  ])(
    "reads of the locking providers %j which one Medusa takes",
    (providers, kind) => {
      const locking = { options: { providers } }
      const store = setupOf({ ...config, modules: { locking } })
      expect(store.locking.provider).toEqual(kind)
    }
  )

  it("reads the file of a store's folder", () => {
    const folder = mkdtempSync(join(tmpdir(), "instalments-doctor-"))
    const text = `module.exports = ${JSON.stringify(config)}`
    writeFileSync(join(folder, "medusa-config.js"), text)
    expect(readStore(folder).options).toEqual(given)
    rmSync(folder, { recursive: true })
  })

  it("says that the plugin is not named", () => {
    const { options } = setupOf({ ...config, plugins: ["another-plugin"] })
    expect(optionsFindings(options).findings[0]).toMatchObject({
      state: "error",
      saw: expect.stringContaining("names no plugin"),
    })
  })

  it("says each option that is wrong, and no secret", () => {
    const { findings, options } = optionsFindings({
      ...given,
      clientSecret: "short",
      currency: "rand",
    })
    expect(options).toBeUndefined()
    expect(findings.map(({ saw }) => saw.split(":")[0])).toEqual([
      "clientSecret",
      "currency",
    ])
    expect(JSON.stringify(findings)).not.toContain('short"')
  })

  it.each([
    [{ dependencies: ["query"] }, /lack instalments/],
    [{ options: { providers: [] } }, /does not name the provider/],
    [{ options: { providers: [{ ...provider, id: "pay" }] } }, /the id "pay"/],
  ])("says what the payment module lacks: %j", (change, words) => {
    const payment = { ...config.modules.payment, ...change }
    const store = setupOf({ ...config, modules: { payment } })
    expect(paymentModuleFinding(store.payment)).toMatchObject({
      state: "error",
      saw: expect.stringMatching(words),
    })
  })
})

describe("the doctor's table", () => {
  it("has one line a check, with what to do below it", () => {
    const text = table([
      { check: "options", state: "ok", saw: "all are right" },
      { check: "notify_url", state: "wrong", saw: "404", next: "Mend it." },
    ])
    expect(text.split("\n")).toEqual([
      "  ✓ options     all are right",
      "  ✗ notify_url  404",
      "                → Mend it.",
      "",
      "  1 of 2 checks found something wrong.",
    ])
  })

  it("cuts out every secret of the store, whatever brought it there", () => {
    const store = setupOf({
      ...config,
      plugins: [
        {
          resolve: "medusa-payment-instalments",
          options: {
            ...given,
            signingSecret: [given.signingSecret, "older-secret", undefined],
            callback: { key: ["callback-key-1", "callback-key-1-older"] },
          },
        },
      ],
    })
    const all = [
      ...[given.clientSecret, given.signingSecret, "older-secret"],
      ...["callback-key-1", "callback-key-1-older"],
      ...["p@ssw0rd", "p%40ssw0rd"],
    ]
    const saw = all.join(" and ")
    const [found] = withoutSecrets(
      [{ check: "service", state: "wrong", saw, next: saw }],
      store
    )
    expect(found).toMatchObject({
      saw: all.map(() => "[cut]").join(" and "),
      next: all.map(() => "[cut]").join(" and "),
    })
  })
})
