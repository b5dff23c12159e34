import type { KeptConfig } from "../../ledger/kept-config"
import { parseOptions } from "../../options/parse-options"
import { InstalmentsModuleService } from "../../service"
import {
  addressFinding,
  backlogFinding,
  callbacksFinding,
  CHECKS,
  clockFinding,
  configFinding,
  credentialsFinding,
  jobsFinding,
  keysFinding,
  type ConfigFailure,
  type Facts,
} from "../checks"
import { databaseFinding, regionFindings } from "../install"
import { inTwo, inWords } from "../list"

const NOW = Date.parse("2026-11-23T10:00:00Z")
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ago = (ms: number) => new Date(NOW - ms)

describe("a key that looks like another environment's", () => {
  const given = {
    environment: "sandbox",
    baseUrl: "https://uat.service.example",
    clientSecret: "live-client-secret",
    signingSecret: "signing-secret",
    backendUrl: "https://api.shop.example",
    storefront: {
      successUrl: "https://shop.example/return",
      cancelUrl: "https://shop.example/checkout",
      orderUrl: "https://shop.example/order",
    },
  }
  const words =
    "clientSecret looks like another environment's than sandbox. Compare"

  it("is a warning of the check Environment", () => {
    const environment = CHECKS.find(({ name }) => name === "environment")
    const facts = { options: parseOptions(given) } as Facts
    const [where, warning] = environment!.run(facts)
    expect(where!.state).toBe("ok")
    expect(warning!.state).toBe("warning")
    expect(inWords(warning!)).toContain(words)
  })

  it("is a warning in the log when the store starts, without its value", () => {
    const warn = jest.fn()
    const service = new InstalmentsModuleService({ logger: { warn } }, given)
    expect(service.options.environment).toBe("sandbox")
    expect(warn).toHaveBeenCalledTimes(1)
    const [[line]] = warn.mock.calls
    expect(line).toContain(words)
    expect(line).not.toContain("live-client-secret")
  })
})

describe("the health list", () => {
  it.each([
    [0, "ok", "0.0 seconds"],
    [29_900, "ok", "29.9 seconds behind"],
    [120_000, "warning", "120.0 seconds behind"],
    [-120_000, "warning", "120.0 seconds ahead of"],
    [null, "unknown", "not been seen"],
  ])("judges a clock that is %p ms apart", (difference, state, words) => {
    const found = clockFinding(difference)
    expect(found).toMatchObject({ state, saw: expect.stringContaining(words) })
  })

  it("accepts a sandbox clock that is moved as clockOffset moves the plugin's", () => {
    const day = 24 * HOUR
    expect(clockFinding(day, day).state).toBe("ok")
    expect(clockFinding(0, day).state).toBe("ok")
    expect(clockFinding(day, 0).state).toBe("warning")
  })

  describe("of the merchant config", () => {
    const band = { from_amount: 50_000, to_amount: 100_000, terms: [2, 3] }
    const read = (at: Date, rules = [band]): KeptConfig => ({
      ...{ rules, fetched_at: at, former_rules: null, changed_at: null },
    })
    const judge = (
      config: KeptConfig | null,
      configFailure: ConfigFailure | null = null
    ) => configFinding({ config, configFailure, now: NOW })
    const failed = { at: ago(1), why: "GET /api/config: refused (404): gone" }

    it.each([
      [ago(HOUR), "ok", /last read on/],
      [ago(3 * HOUR - 1), "ok", /last read on/],
      [ago(3 * HOUR), "warning", /terms of that time/],
      [ago(72 * HOUR), "warning", /terms of that time/],
      [ago(72 * HOUR + 1), "error", /no instalments are offered/],
    ])("judges one that was read at %p", (fetched, state, saw) => {
      expect(judge(read(fetched))).toMatchObject({
        ...{ state, saw: expect.stringMatching(saw) },
      })
    })

    it("tells that one was never read, and why", () => {
      expect(judge(null).state).toBe("error")
      expect(judge(null, failed).saw).toContain("(404): gone.")
    })

    it("tells why it cannot be read any more, until it was read again", () => {
      expect(judge(read(ago(2)), failed)).toEqual({
        ...{ state: "ok", saw: expect.stringContaining("(404): gone.") },
      })
      expect(judge(read(ago(4 * HOUR)), failed).saw).toContain("(404): gone.")
      expect(judge(read(ago(1)), failed).saw).not.toContain("gone")
    })

    it.each([
      ["no bands", []],
      ["no terms", [{ ...band, terms: [] }]],
      ["bands that end before they begin", [{ ...band, to_amount: 1 }]],
    ])("tells that nothing is offered by one with %s", (_, rules) => {
      const { state, saw } = judge(read(ago(1), rules))
      expect(state).toBe("error")
      expect(saw).toContain("no instalments are offered")
    })
  })

  it.each([
    [ago(1), null, "ok"],
    [ago(1), ago(2), "ok"],
    [ago(2), ago(1), "error"],
    [ago(1), ago(1), "error"],
    [null, null, "unknown"],
  ])(
    "judges credentials accepted at %p and refused at %p",
    (accepted_at, refused_at, state) => {
      const refused_reason = "The service refused them. Look."
      const rest = { clock_difference_ms: null, clock_at: null }
      const contact = { accepted_at, refused_at, refused_reason, ...rest }
      expect(credentialsFinding(contact).state).toBe(state)
    }
  )

  it.each([
    ["nothing came", null, null, "unknown"],
    ["a verified one came", ago(HOUR), null, "ok"],
    ["only one came that is not believed", null, ago(48 * HOUR), "warning"],
    ["the last one is not believed", ago(48 * HOUR), ago(HOUR), "warning"],
    ["one of today is not believed", ago(1), ago(HOUR), "warning"],
    ["one of yesterday was not believed", ago(1), ago(25 * HOUR), "ok"],
  ])("judges callbacks when %s", (_, verified, wrong, state) => {
    const unverified = wrong && { count: 1, last_at: wrong, last_reason: "No." }
    const facts = { verified_at: verified, unverified, silence: null, now: NOW }
    expect(callbacksFinding(facts).state).toBe(state)
  })

  it("says that no callback comes while payments do, and what was wrong with those that came first", () => {
    const silence = { payments: 5, last_at: ago(HOUR) }
    const facts = { verified_at: ago(2 * HOUR), silence, now: NOW }
    expect(callbacksFinding({ ...facts, unverified: null })).toEqual({
      state: "warning",
      saw: expect.stringMatching(
        /^The last 5 payments .+ no callback has come since 2026-11-23T08:00/
      ),
      next: expect.stringMatching(/^Orders are placed late/),
    })
    const unverified = { count: 1, last_at: ago(HOUR), last_reason: "No." }
    expect(callbacksFinding({ ...facts, unverified }).saw).toMatch(
      /^The last one that was not believed/
    )
  })

  it.each([
    ["https://shop.example", "production", "ok"],
    ["https://shop.internal", "production", "error"],
    ["https://10.1.2.3", "production", "error"],
    ["https://[fd00::1]", "production", "error"],
    ["https://196.25.1.1", "production", "ok"],
    ["http://localhost:9000", "sandbox", "note"],
    ["http://backend:9000", "sandbox", "note"],
  ] as const)(
    "judges the callback address %s in %s",
    (backendUrl, environment, state) => {
      expect(addressFinding({ backendUrl, environment }).state).toBe(state)
    }
  )

  it.each([
    ["ran a minute ago", ago(MINUTE), null, "ok"],
    ["missed five runs", ago(5 * MINUTE + 1), null, "error"],
    ["failed", ago(MINUTE), "No database", "warning"],
    ["has not run", null, null, "unknown"],
  ])("judges a job that %s", (_, begun_at, last_error, state) => {
    const job = { name: "reconcile", schedule: "* * * * *", ended_at: null }
    const found = jobsFinding([{ ...job, begun_at, last_error }], NOW)
    expect(found.state).toBe(state)
  })

  it("measures a job that runs every quarter of an hour in quarters", () => {
    const job = { name: "config", schedule: "*/15 * * * *", ended_at: null }
    const ran = { ...job, begun_at: ago(HOUR), last_error: null }
    expect(jobsFinding([ran], NOW).state).toBe("ok")
  })

  it("measures the job of the night in days, and does not miss it on the first", () => {
    const often = { name: "reconcile", schedule: "* * * * *" }
    const seen = { begun_at: ago(MINUTE), ended_at: null, last_error: null }
    const nightly = { ...seen, name: "retention", schedule: "17 2 * * *" }
    const found = (begun_at: Date | null) =>
      jobsFinding(
        [
          { ...often, ...seen },
          { ...nightly, begun_at },
        ],
        NOW
      ).state
    expect(found(null)).toBe("ok")
    expect(found(ago(5 * 24 * HOUR))).toBe("ok")
    expect(found(ago(5 * 24 * HOUR + 1))).toBe("error")
  })

  it("warns of what waits too long", () => {
    expect(backlogFinding({ count: 0, oldest: null }).state).toBe("ok")
    expect(backlogFinding({ count: 2, oldest: ago(HOUR) })).toMatchObject({
      state: "warning",
      saw: "2 checkouts have been due for more than 30 minutes.",
    })
  })

  it("says which lists have an old key that can go, without a part of one", () => {
    const [one, two] = [["a"], ["new", "old"]]
    const found = (clientSecret: string[], sign: string[], key = sign) =>
      keysFinding({ clientSecret, signingSecret: sign, callback: { key } }).saw
    expect(found(one, one)).toBe("There is one key of each kind.")
    expect(found(two, two)).toBe(
      "clientSecret has 2 keys, signingSecret has 2 keys: requests use the first."
    )
    expect(found(one, one, two)).toBe(
      "callback.key has 2 keys: requests use the first."
    )
  })

  it("names every region that cannot be right", () => {
    const zar = { name: "South Africa", currency_code: "zar" }
    const nad = { name: "Namibia", currency_code: "nad" }
    const judge = (...regions: Parameters<typeof regionFindings>[0]) =>
      regionFindings(regions, "ZAR").map(({ state }) => state)
    expect(judge({ ...zar, enabled: true })).toEqual(["ok"])
    expect(judge({ ...zar, enabled: false })).toEqual(["error"])
    expect(judge({ ...nad, enabled: false })).toEqual(["error"])
    expect(judge({ ...zar, enabled: true }, { ...nad, enabled: true })).toEqual(
      ["ok", "warning"]
    )
  })

  it.each([
    [{ migrated: true }, "ok", "the plugin's tables"],
    [{ migrated: false }, "error", "no tables"],
    [{ failure: "XX000" }, "error", "XX000"],
  ])("judges a database that answers %j", (looked, state, words) => {
    const saw = expect.stringContaining(words)
    expect(databaseFinding(looked)).toMatchObject({ state, saw })
  })

  it("splits a message into the state and what to do, and joins it again", () => {
    const message = "GET /api/config: the service refused it (401). Check it."
    expect(inTwo(message)).toEqual({
      saw: "GET /api/config: the service refused it (401).",
      next: "Check it.",
    })
    expect(inWords(inTwo(message))).toBe(message)
    expect(inWords(inTwo("No more than this"))).toBe("No more than this")
  })
})
