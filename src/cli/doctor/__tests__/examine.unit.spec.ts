import { startSandbox } from "../../../sandbox"
import { lockingOf } from "../../../modules/instalments/health/locking"
import { examine } from "../examine"
import { given } from "./options"

const payment = {
  dependencies: ["instalments", "query"],
  provider: "instalments",
}
const running = {
  payment,
  locking: lockingOf("in-memory"),
  deployment: { redis: false },
  database: {
    // Nothing listens on port 1.
    databaseUrl: "postgres://shop:password@localhost:1/shop",
    databaseSchema: "public",
  },
}

describe("the doctor's whole round", () => {
  it("looks no further than the options while one is wrong", async () => {
    const options = { ...given, currency: "rand" }
    const findings = await examine({ ...running, options })
    expect(findings.map(({ check, state }) => [check, state])).toEqual([
      ["options", "wrong"],
      ["payment module", "ok"],
      ["locking module", "ok"],
    ])
  })

  it("notes what looks like another environment's, without its value", async () => {
    const options = { ...given, clientSecret: "live-client-secret" }
    const [right, noted] = await examine({ ...running, options })
    expect(right).toMatchObject({ check: "options", state: "ok" })
    expect(noted).toMatchObject({ check: "options", state: "note" })
    expect(noted!.saw).toContain("clientSecret looks like another")
    expect(noted!.saw).not.toContain("live-client-secret")
  })

  it("does not ask the service while it cannot count what it asks", async () => {
    const { clientSecret, signingSecret } = given
    const sandbox = await startSandbox({ clientSecret, signingSecret })
    const options = { ...given, baseUrl: sandbox.url, backendUrl: sandbox.url }
    const findings = await examine({ ...running, options })
    await sandbox.close()
    expect(sandbox.journal.counts).toEqual({})
    expect(findings.map(({ check, state }) => [check, state])).toEqual([
      ["options", "ok"],
      ["payment module", "ok"],
      ["locking module", "ok"],
      ["database", "wrong"],
      ["service", "unknown"],
      ["keys", "ok"],
      ["notify_url", "wrong"],
      ...["successUrl", "cancelUrl", "orderUrl"].map(() => [
        ...["storefront", "note"],
      ]),
    ])
    expect(findings[3]!.saw).toContain("ECONNREFUSED")
  })
})
