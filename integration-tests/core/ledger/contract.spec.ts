import { given, optionsWith } from "../../../src/cli/doctor/__tests__/options"
import { ContractKeeper } from "../../../src/modules/instalments/contract/keeper"
import { contractFinding } from "../../../src/modules/instalments/health/contract"
import { RequestLimits } from "../../../src/modules/instalments/limits/request-limits"
import { startSandbox, type Sandbox } from "../../../src/sandbox"
import { DAY, HOUR, MINUTE, NOW } from "./database/rows"
import { withLedger } from "./database/with-ledger"

withLedger((ledger) => {
  let sandbox: Sandbox
  let now: number
  beforeEach(async () => {
    const { clientSecret, signingSecret } = given
    sandbox = await startSandbox({ clientSecret, signingSecret })
    now = NOW.getTime()
  })
  afterEach(() => sandbox.close())

  const keeper = (baseUrl = sandbox.url) => {
    const limits = new RequestLimits(ledger.db)
    limits.clock = () => now
    const options = optionsWith({ baseUrl })
    return new ContractKeeper(ledger.db, options, limits, () => now)
  }
  /** Another comparison, later. */
  const again = (after = DAY) => {
    now += after
    return keeper().check()
  }
  const bend = (
    ...bends: NonNullable<Parameters<Sandbox["fault"]>[0]["bends"]>
  ) => sandbox.fault({ kind: "bent_document", bends })

  it("keeps the verdict, the points and the digest, and not the document", async () => {
    bend("ten_megabytes", "new_status")
    const kept = await keeper().check()
    expect(kept).toMatchObject({
      ...{ verdict: "handled", failure: null },
      ...{ asked_at: NOW, judged_at: NOW, digest_at: NOW, changed_at: null },
    })
    expect(kept.digest).toMatch(/^[\da-f]{64}$/)
    expect(await keeper().kept()).toEqual(kept)
    const [row] = await ledger.db("instalments_contract")
    expect(JSON.stringify(row).length).toBeLessThan(40_000)
  })

  it("tells in lines how the next document differs, and until when", async () => {
    await keeper().check()
    const unbend = bend("small_pages", "new_field")
    const other = await again()
    expect(other).toMatchObject({
      changed_at: new Date(now),
      digest_at: new Date(now),
    })
    expect(other.removed).toEqual([
      "GET /api/checkouts query page[items]: integer, maximum 100, minimum 1",
      "GET /api/refunds query page[items]: integer, maximum 100, minimum 1",
    ])
    expect(other.added).toContain(
      "GET /api/checkouts query page[items]: integer, maximum 50"
    )
    expect(other.added).toContain(
      "GET /api/checkouts/:id 200.data.attributes.expires_at: string"
    )
    const same = await again()
    expect(same).toMatchObject({
      ...{ changed_at: other.changed_at, added: other.added },
      ...{ digest_at: other.digest_at, judged_at: new Date(now) },
    })
    unbend()
    const back = await again()
    expect(back.added).toEqual(other.removed)
    expect(back.removed).toEqual(other.added)
  })

  it("does not call it a change when only other bytes say the same", async () => {
    const first = await keeper().check()
    bend("ten_megabytes")
    const padded = await again()
    expect(padded.digest).not.toBe(first.digest)
    expect(padded.digest_at).toEqual(new Date(now))
    expect(padded.changed_at).toBeNull()
  })

  it("keeps what it knew when there is no document, and says why", async () => {
    const first = await keeper().check()
    bend("web_page")
    const failed = await again()
    expect(failed).toEqual({
      ...first,
      asked_at: new Date(now),
      failure: "It is a web page, and no OpenAPI document.",
    })
    expect(contractFinding(failed)).toMatchObject({
      state: "ok",
      saw: expect.stringContaining(
        "The last try gave no document: It is a web"
      ),
    })
    sandbox.clearFaults()
    expect((await again()).failure).toBeNull()
  })

  it("knows nothing while there never was one", async () => {
    expect(await keeper().kept()).toBeNull()
    expect(contractFinding(null).state).toBe("unknown")
    sandbox.fault({ kind: "error", status: 503, path: "/docs" })
    const failed = await keeper().check()
    expect(failed).toMatchObject({ verdict: null, judged_at: null })
    expect(contractFinding(failed)).toMatchObject({
      state: "unknown",
      saw: expect.stringContaining("answers 503"),
    })
  })

  it("forgets what it knew of another address", async () => {
    await keeper().check()
    const other = sandbox.url.replace("localhost", "127.0.0.1")
    expect(await keeper(other).kept()).toBeNull()
    now += HOUR
    expect(await keeper(other).check()).toMatchObject({ changed_at: null })
    expect(await keeper().kept()).toBeNull()
  })

  it("is asked for once a minute, by whichever process", async () => {
    await keeper().check()
    now += 30_000
    await expect(keeper().check()).rejects.toMatchObject({
      retryAfterSeconds: expect.any(Number),
      nothingSent: true,
    })
    now += MINUTE
    expect(await keeper().check()).toMatchObject({ asked_at: new Date(now) })
  })

  describe("the weekly look", () => {
    it("asks at first and after a week", async () => {
      expect(await keeper().checkWhenOld()).toMatchObject({ verdict: "fits" })
      now += 7 * DAY - 1
      expect(await keeper().checkWhenOld()).toBeNull()
      now += 1
      expect(await keeper().checkWhenOld()).toMatchObject({
        judged_at: new Date(now),
      })
    })

    it("tries again after a day without a document", async () => {
      bend("yaml")
      expect(await keeper().checkWhenOld()).toMatchObject({ verdict: null })
      sandbox.clearFaults()
      now += DAY - 1
      expect(await keeper().checkWhenOld()).toBeNull()
      now += 1
      expect(await keeper().checkWhenOld()).toMatchObject({ verdict: "fits" })
    })

    it("waits for its next run when somebody has just asked", async () => {
      const limits = new RequestLimits(ledger.db)
      limits.clock = () => now
      const { passage } = await limits.take("GET /docs/api/v2", "on_demand")
      await passage.end()
      expect(await keeper().checkWhenOld()).toBeNull()
    })
  })
})
