import type { Logger } from "@medusajs/framework/types"
import { optionsWith } from "../../../src/cli/doctor/__tests__/options"
import { openGate } from "../../../src/modules/instalments/client/__tests__/open-gate"
import { InstalmentsClient } from "../../../src/modules/instalments/client/client"
import { offerFor } from "../../../src/modules/instalments/domain/offer"
import { HealthReader } from "../../../src/modules/instalments/health/ledger"
import { JobRuns } from "../../../src/modules/instalments/ledger/job-runs"
import { ConfigKeeper } from "../../../src/modules/instalments/ledger/kept-config"
import { startSandbox, type Sandbox } from "../../../src/sandbox"
import { DAY, HOUR, MINUTE, NOW } from "./database/rows"
import { withLedger } from "./database/with-ledger"

const LOW = { from_amount: 50_000, to_amount: 100_000, terms: [2, 3] }
const HIGH = { from_amount: 100_001, to_amount: 500_000, terms: [3, 6] }

withLedger((ledger) => {
  let sandbox: Sandbox
  let client: InstalmentsClient
  let keeper: ConfigKeeper
  let said: string[]
  let now: number
  beforeAll(async () => {
    const { clientSecret, signingSecret } = optionsWith({})
    sandbox = await startSandbox({ clientSecret, signingSecret })
    const account = optionsWith({ baseUrl: sandbox.url })
    client = new InstalmentsClient(account, openGate)
  })
  afterAll(async () => {
    await client.close()
    await sandbox.close()
  })
  beforeEach(async () => {
    sandbox.reset()
    sandbox.set({ rules: [LOW, HIGH], limits: { enabled: false } })
    now = NOW.getTime()
    said = []
    keeper = process()
    await keeper.refresh()
  })

  /** The keeper of one process: each answers from its own memory for a while. */
  function process(of: Pick<InstalmentsClient, "fetchConfig"> = client) {
    const info = (line: string) => void said.push(line.replace(/\s/g, " "))
    const logger = { info, warn: info } as unknown as Logger
    return new ConfigKeeper(
      ...([ledger.db, of, { currency: "ZAR" }] as const),
      () => now,
      logger
    )
  }
  const health = () => new HealthReader(ledger.db, () => now)
  const kept = async () => (await health().config())!
  const pass = (ms: number) => {
    now += ms
    return new Date(now)
  }
  const offer = async (amountCents: number, from = keeper) => {
    const { eligible, reason, terms } = offerFor({
      ...{ amountCents, currency: "ZAR", options: { currency: "ZAR" } },
      rules: await from.rules(),
    })
    const counts = terms.map((term) => term.number_of_payments)
    return eligible ? counts : reason
  }

  it("knows of no change while the bands stay, also when the service names them in another order", async () => {
    sandbox.set({ rules: [HIGH, { ...LOW, terms: [3, 2] }] })
    const at = pass(HOUR)
    await keeper.refresh()
    expect(await kept()).toMatchObject({
      ...{ rules: [LOW, HIGH], fetched_at: at },
      ...{ former_rules: null, changed_at: null },
    })
    expect(said).toEqual([])
  })

  it("keeps what the bands were before they changed, and when, also when they are read again", async () => {
    sandbox.set({ rules: [LOW, { ...HIGH, terms: [3] }] })
    const changed_at = pass(HOUR)
    await keeper.refresh()
    pass(HOUR)
    await keeper.refresh()
    expect(await kept()).toMatchObject({
      rules: [LOW, { ...HIGH, terms: [3] }],
      ...{ former_rules: [LOW, HIGH], changed_at },
    })
    expect(said).toEqual([
      expect.stringMatching(
        /changed: from .*R 5 000,00 in 3, 6 payments, to .*R 5 000,00 in 3 payments$/
      ),
    ])
  })

  it("offers by the new bands at the next hourly reading, and in other processes half a minute later", async () => {
    const other = process()
    expect(await offer(200_000, other)).toEqual([3, 6])
    sandbox.set({ rules: [LOW, { ...HIGH, terms: [3] }] })
    pass(59 * MINUTE)
    await keeper.refreshWhenOld()
    expect(await offer(200_000)).toEqual([3, 6])
    pass(MINUTE)
    expect(await offer(200_000, other)).toEqual([3, 6])
    await keeper.refreshWhenOld()
    expect(await offer(200_000)).toEqual([3])
    expect(await offer(200_000, other)).toEqual([3, 6])
    pass(MINUTE / 2 + 1)
    expect(await offer(200_000, other)).toEqual([3])
  })

  it("keeps and offers what was asked for last, when an earlier answer comes after it", async () => {
    let fetched_at = new Date(now)
    const slow = process({
      async fetchConfig(urgency) {
        const config = await client.fetchConfig(urgency)
        sandbox.set({ rules: [LOW] })
        fetched_at = pass(MINUTE)
        await keeper.refresh()
        return config
      },
    })
    pass(HOUR)
    expect(await slow.refresh()).toEqual([LOW])
    expect(await kept()).toMatchObject({ rules: [LOW], fetched_at })
    expect(await offer(200_000, slow)).toBe("above_maximum")
  })

  it("gives up what a clock kept that was wrong by days", async () => {
    now += 2 * DAY
    await keeper.refresh()
    now = NOW.getTime()
    await keeper.refresh()
    expect(await kept()).toMatchObject({ fetched_at: NOW })
  })

  it("offers nothing any more in a band that was removed, and what it was in the others", async () => {
    sandbox.set({ rules: [LOW] })
    await keeper.refresh()
    expect(await offer(200_000)).toBe("above_maximum")
    expect(await offer(60_000)).toEqual([2, 3])
  })

  it("offers nothing once the service has no bands, and again as soon as it has some", async () => {
    sandbox.set({ rules: [] })
    const changed_at = pass(HOUR)
    await keeper.refresh()
    expect(await offer(200_000)).toBe("unavailable")
    expect(await kept()).toMatchObject({
      ...{ rules: [], former_rules: [LOW, HIGH], changed_at },
    })
    sandbox.set({ rules: [LOW, HIGH] })
    await keeper.refresh()
    expect(await offer(200_000)).toEqual([3, 6])
  })

  it.each([
    ["has no config any more", { kind: "error", status: 404 }, "(404)"],
    ["fails", { kind: "error", status: 500 }, "(500)"],
    ["is down", { kind: "down" }, "did not answer"],
    ["answers bands of other types", { kind: "wrong_types" }, "wrong: rules"],
    ["answers half of it", { kind: "truncated" }, "is no JSON"],
  ] as const)(
    "offers by the last known bands for three days when the service %s, and tells why",
    async (_, fault, why) => {
      sandbox.fault({ path: "/api/config", ...fault })
      const job = () =>
        new JobRuns(ledger.db, () => now)
          .run("config", () => keeper.refreshWhenOld())
          .catch(() => null)
      const at = pass(HOUR)
      await job()
      expect(await offer(200_000)).toEqual([3, 6])
      expect(await kept()).toMatchObject({ fetched_at: NOW, changed_at: null })
      expect(await health().configFailure()).toMatchObject({
        ...{ at, why: expect.stringContaining(why) },
      })
      pass(3 * DAY - HOUR)
      expect(await offer(200_000, process())).toEqual([3, 6])
      pass(1)
      expect(await offer(200_000, process())).toBe("unavailable")
      sandbox.reset()
      sandbox.set({ rules: [LOW, HIGH], limits: { enabled: false } })
      await job()
      expect(await offer(200_000)).toEqual([3, 6])
      expect(await health().configFailure()).toBeNull()
    }
  )
})
