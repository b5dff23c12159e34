import { checkDatabase } from "../../src/cli/doctor/checks/database"
import { checkRegion } from "../../src/cli/doctor/checks/region"
import { checkService } from "../../src/cli/doctor/checks/service"
import { storeGate } from "../../src/cli/doctor/gate"
import { PROVIDER_ID } from "../../src/workflows/settle/ensure-payment-session"
import { withStore } from "../store/with-store"

withStore((store) => {
  const region = () => checkRegion(store.ledger.db, "ZAR")

  it("finds the plugin's tables and the region that has instalments", async () => {
    const { finding, migrated } = await checkDatabase(store.ledger.db)
    expect(finding).toMatchObject({ state: "ok" })
    expect(migrated).toBe(true)
    expect(await region()).toEqual([
      expect.objectContaining({
        state: "ok",
        saw: "instalments are enabled in South Africa (ZAR)",
      }),
    ])
  })

  it("says that no region has instalments enabled", async () => {
    await store.adminPost(`/admin/regions/${store.shop.regionId}`, {
      payment_providers: ["pp_system_default"],
    })
    expect(await region()).toEqual([
      expect.objectContaining({
        state: "wrong",
        saw: "no region in ZAR has instalments enabled",
      }),
    ])
  })

  it("names a region that offers instalments in another currency", async () => {
    await store.adminPost("/admin/regions", {
      name: "Namibia",
      currency_code: "nad",
      countries: ["na"],
      payment_providers: [PROVIDER_ID],
    })
    const [right, foreign] = await region()
    expect(right).toMatchObject({ state: "ok" })
    expect(foreign).toMatchObject({
      state: "wrong",
      saw: "Namibia offers instalments in NAD, the service takes ZAR",
    })
  })

  it("counts its requests with the store's, and asks nothing above the limit", async () => {
    const { options, limits, db } = store.ledger
    for (let waitMs = 0; waitMs === 0;) {
      const taken = await limits.take("GET /api/config", "background")
      waitMs = taken.waitMs
      await taken.passage.end()
    }
    const before = store.sandbox.journal.requests.length
    const { finding } = await checkService(options, storeGate(db))
    expect(finding).toMatchObject({
      state: "unknown",
      next: expect.stringMatching(/again in \d+ seconds/),
    })
    expect(store.sandbox.journal.requests).toHaveLength(before)
  })
})
