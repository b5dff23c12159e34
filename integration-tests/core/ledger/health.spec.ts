import { StoreDatabase } from "../../../src/modules/instalments/health/install"
import { HealthReader } from "../../../src/modules/instalments/health/ledger"
import { CredentialsError } from "../../../src/modules/instalments/client/errors"
import { ContactKeeper } from "../../../src/modules/instalments/ledger/contact"
import { keepValue } from "../../../src/modules/instalments/ledger/kept-values"
import {
  ago,
  callback,
  checkouts,
  HOUR,
  MINUTE,
  NOW,
  paid,
  STORE,
} from "./database/rows"
import { withLedger } from "./database/with-ledger"

withLedger((ledger) => {
  let health: HealthReader
  beforeEach(() => {
    health = new HealthReader(ledger.db, () => NOW.getTime())
  })

  describe("a ledger in which nothing happened", () => {
    it("has nothing to count, and no trouble", async () => {
      expect(await health.contact()).toMatchObject({ refused_at: null })
      expect(await health.config()).toBeNull()
      expect(await health.unverified()).toBeNull()
      expect(await health.lastVerified()).toBeNull()
      expect(await health.callbacks()).toEqual({
        count: 0,
        last_at: null,
        held: 0,
      })
      expect(await health.behind(STORE)).toEqual({ count: 0, oldest: null })
      expect(await health.backlog()).toEqual({
        ...{ pending: 0, due: 0, oldest_due_at: null, settling: 0 },
        refunds: {},
      })
    })
  })

  describe("the ledger's work", () => {
    beforeEach(async () => {
      await checkouts(ledger.db, [
        { next_check_at: ago(-10 * MINUTE) },
        { next_check_at: ago(10 * MINUTE) },
        { next_check_at: ago(31 * MINUTE), status: "received" },
        { status: "successful" },
        { status: "successful", outcome: "placed" },
      ])
    })

    it("is counted by what it waits for", async () => {
      expect(await health.backlog()).toMatchObject({
        ...{ pending: 3, due: 2, settling: 1 },
        oldest_due_at: ago(31 * MINUTE),
      })
    })

    it("is behind when it was due for more than half an hour", async () => {
      expect(await health.behind(STORE)).toEqual({
        count: 1,
        oldest: ago(31 * MINUTE),
      })
    })

    it("may wait for half of its age when it was checked before, unless it is paid", async () => {
      const plannedAt = (age: number, waits: number, changes = {}) => ({
        ...{
          opened_at: ago(age + waits),
          next_check_at: ago(waits),
          ...changes,
        },
      })
      await checkouts(ledger.db, [plannedAt(3 * HOUR, 89 * MINUTE)])
      expect(await health.behind(STORE)).toMatchObject({ count: 1 })
      await checkouts(ledger.db, [plannedAt(3 * HOUR, 91 * MINUTE)])
      expect(await health.behind(STORE)).toMatchObject({ count: 2 })
      const paid = { status: "successful" } as const
      await checkouts(ledger.db, [plannedAt(3 * HOUR, 31 * MINUTE, paid)])
      expect(await health.behind(STORE)).toMatchObject({ count: 3 })
    })
  })

  describe("payments without a callback", () => {
    const paidBefore = (minutes: number) => ({
      ...{ ...paid(), outcome: "placed" as const },
      paid_at: ago(minutes * MINUTE),
    })

    it("are five of the week that no verified callback has come after", async () => {
      await callback(ledger.db, { last_received_at: ago(50 * MINUTE) })
      await checkouts(ledger.db, [60, 40, 30, 20, 15].map(paidBefore))
      expect(await health.silence()).toBeNull()
      // Its callback may still come.
      await checkouts(ledger.db, [paidBefore(9)])
      expect(await health.silence()).toBeNull()
      await checkouts(ledger.db, [paidBefore(11)])
      expect(await health.silence()).toEqual({
        ...{ payments: 5, last_at: ago(11 * MINUTE) },
      })
      await callback(ledger.db, { last_received_at: ago(MINUTE) })
      expect(await health.silence()).toBeNull()
    })

    it("are none of more than a week ago", async () => {
      const long = 8 * 24 * 60
      await checkouts(
        ledger.db,
        [1, 2, 3, 4, 5].map((n) => paidBefore(long + n))
      )
      expect(await health.silence()).toBeNull()
    })
  })

  describe("callbacks", () => {
    it("are counted with their duplicates, and the held ones apart", async () => {
      await callback(ledger.db, {
        deliveries: 3,
        last_received_at: ago(9 * MINUTE),
      })
      await callback(ledger.db, {
        held_reason: "?",
        last_received_at: ago(5 * MINUTE),
      })
      expect(await health.callbacks()).toEqual({
        count: 4,
        last_at: ago(5 * MINUTE),
        held: 1,
      })
      expect(await health.lastVerified()).toEqual(ago(5 * MINUTE))
    })

    it("that could not be verified tell when and why", async () => {
      const came = { count: 2, last_reason: "No header." }
      await keepValue(ledger.db, "unverified-callbacks", {
        ...{ ...came, last_at: ago(MINUTE).toISOString() },
      })
      expect(await health.unverified()).toEqual({
        ...{ ...came, last_at: ago(MINUTE) },
      })
    })
  })

  it("knows since when the service refuses the credentials, and that it accepted them before", async () => {
    const keeper = new ContactKeeper(ledger.db, () => NOW.getTime())
    const later = new ContactKeeper(ledger.db, () => NOW.getTime() + MINUTE)
    const answer = { at: 0, serviceClock: null }
    const serviceClock = NOW.getTime() + 2_000
    await keeper.hear({ ...answer, error: null, serviceClock })
    const error = new CredentialsError("The client secret is refused.")
    await later.hear({ ...answer, error })
    expect(await health.contact()).toEqual({
      ...{ accepted_at: NOW, refused_at: ago(-MINUTE) },
      refused_reason: "The client secret is refused.",
      ...{ clock_difference_ms: 2_000, clock_at: NOW },
    })
  })

  describe("the database of a store, by its address", () => {
    const check = async (databaseUrl?: string) => {
      const database = new StoreDatabase({
        databaseUrl,
        databaseSchema: "public",
      })
      return await database.check().finally(() => database.close())
    }

    it("has the plugin's tables", async () => {
      expect(await check(ledger.url)).toEqual({ migrated: true })
    })

    it("is not mistaken for one without the tables, or one that does not exist", async () => {
      const url = new URL(ledger.url)
      url.pathname = "/postgres"
      expect(await check(url.href)).toEqual({ migrated: false })
      url.pathname = "/no_such_database"
      expect(await check(url.href)).toEqual({ failure: "3D000" })
      url.port = "1"
      expect(await check(url.href)).toEqual({ failure: "ECONNREFUSED" })
    })
  })
})
