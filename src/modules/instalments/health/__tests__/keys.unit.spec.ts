import { optionsWith } from "../../../../cli/doctor/__tests__/options"
import { keyUseId, type KeyOption, type KeyUseRow } from "../../ledger/key-uses"
import { keysFindings } from "../keys"

const NOW = Date.parse("2026-11-24T10:00:00Z")
const HOUR = 3_600_000
const DAY = 24 * HOUR
const ago = (ms: number) => new Date(NOW - ms)

const NEW = "the-new-key-1"
const OLD = "the-old-key-1"

/** What is recorded of a key: since when it is taken, when last, when refused. */
function use(
  option: KeyOption,
  key: string,
  times: { since?: number; last?: number; refused?: number }
): KeyUseRow {
  const at = (ms: number | undefined) => (ms === undefined ? null : ago(ms))
  return {
    id: keyUseId(option, key),
    first_taken_at: at(times.since),
    taken_at: at(times.last),
    refused_at: at(times.refused),
  }
}

const judge = (
  changes: Parameters<typeof optionsWith>[0],
  ...uses: KeyUseRow[]
) => keysFindings(optionsWith(changes), uses, NOW)

describe("what is said of keys that are exchanged", () => {
  it("is nothing while there is one of each", () => {
    expect(judge({})).toEqual([
      {
        state: "ok",
        saw: "There is one key of each kind, and none is being exchanged.",
      },
    ])
  })

  const clientSecret = [NEW, OLD]

  it("names the client secret in use by its place, and lets the old one go at once when a newer is taken", () => {
    const old = use("clientSecret", OLD, { since: DAY, last: HOUR })
    expect(judge({ clientSecret }, old)).toEqual([
      {
        state: "ok",
        saw: `Requests carry clientSecret 2 of 2, taken since ${ago(DAY).toISOString()}.`,
        next: "clientSecret 2 of 2 is still needed.",
      },
    ])
    const taken = use("clientSecret", NEW, { since: 1_000, last: 0 })
    expect(judge({ clientSecret }, old, taken)).toEqual([
      {
        state: "ok",
        saw: `Requests carry clientSecret 1 of 2, taken since ${ago(1_000).toISOString()}.`,
        next: "clientSecret 2 of 2 can go: take it out of the list and restart.",
      },
    ])
  })

  it("says when the service refused the newest, and keeps the old one", () => {
    const [found] = judge(
      { clientSecret },
      use("clientSecret", NEW, { refused: HOUR }),
      use("clientSecret", OLD, { since: HOUR, last: 0 })
    )
    expect(found).toMatchObject({
      state: "note",
      saw: expect.stringContaining(
        `The service refused clientSecret 1 of 2 on ${ago(HOUR).toISOString()}.`
      ),
      next: "clientSecret 2 of 2 is still needed.",
    })
  })

  it("says nothing of the newest that was refused before it was taken", () => {
    const [found] = judge(
      { clientSecret },
      use("clientSecret", NEW, { refused: 2 * HOUR, since: HOUR, last: 0 })
    )
    expect(found).toMatchObject({ state: "ok" })
  })

  it("keeps a key that was taken after the newer one, as when an exchange was taken back", () => {
    const [found] = judge(
      { clientSecret },
      use("clientSecret", NEW, { since: DAY, last: 2 * HOUR }),
      use("clientSecret", OLD, { since: DAY, last: HOUR })
    )
    expect(found!.next).toBe("clientSecret 2 of 2 is still needed.")
  })

  const signingSecret = [NEW, OLD]
  const signed = use("signingSecret", NEW, { since: 9 * DAY, last: 0 })

  it.each<[string, KeyUseRow[], string | RegExp]>([
    [
      "no callback of the new one was verified",
      [use("callback.key", OLD, { since: DAY, last: HOUR })],
      /still needed/,
    ],
    [
      "the last one of the old key is an hour ago",
      [
        use("callback.key", NEW, { since: 5 * HOUR, last: 0 }),
        use("callback.key", OLD, { since: DAY, last: HOUR }),
      ],
      `can go after ${ago(-2 * HOUR).toISOString()}`,
    ],
    [
      "the first one of the new key is an hour ago, and none of the old came",
      [use("callback.key", NEW, { since: HOUR, last: 0 })],
      `can go after ${ago(-2 * HOUR).toISOString()}`,
    ],
    [
      "the old key's retries are over",
      [
        use("callback.key", NEW, { since: 5 * HOUR, last: 0 }),
        use("callback.key", OLD, { since: DAY, last: 3 * HOUR }),
      ],
      /2 of 2 can go: take it out/,
    ],
  ])("keeps the signing secret for callbacks while %s", (_, uses, next) => {
    const [found, ...more] = judge({ signingSecret }, signed, ...uses)
    expect(more).toEqual([])
    expect(found!.next).toEqual(expect.stringMatching(next))
  })

  it("says that payment links end with their key, while some may be valid", () => {
    const calls = use("callback.key", NEW, { since: DAY, last: 0 })
    const [young] = judge(
      { signingSecret },
      use("signingSecret", NEW, { since: DAY, last: 0 }),
      calls
    )
    expect(young!.next).toContain("Payment links that were made with it then")
    const old = use("callback.key", NEW, { since: 9 * DAY, last: 0 })
    const [grown] = judge({ signingSecret }, signed, old)
    expect(grown!.next).not.toContain("Payment links")
  })

  it("judges the callbacks' own keys by callbacks alone", () => {
    const callback = { key: [NEW, OLD] }
    expect(
      judge({ callback }, use("callback.key", NEW, { since: DAY, last: 0 }))
    ).toEqual([
      {
        state: "ok",
        saw: `The last callback was signed with callback.key 1 of 2, on ${ago(0).toISOString()}.`,
        next: "callback.key 2 of 2 can go: take it out of the list and restart. If it is the new key, which waits last until all instances know it, put it first instead.",
      },
    ])
  })

  it("shows no part of a key, and its name in the database is no way to it", () => {
    const uses = [signed, use("callback.key", OLD, { since: DAY, last: HOUR })]
    const text = JSON.stringify([judge({ signingSecret }, ...uses), uses])
    expect(text).not.toMatch(/the-(new|old)/)
    expect(signed.id).toMatch(/^signingSecret:[0-9a-f]{6}$/)
  })
})
