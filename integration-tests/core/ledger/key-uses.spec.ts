import { optionsWith } from "../../../src/cli/doctor/__tests__/options"
import { SignatureError } from "../../../src/modules/instalments/client/errors"
import type { Heard } from "../../../src/modules/instalments/client/exchange"
import { HealthReader } from "../../../src/modules/instalments/health/ledger"
import {
  keyUseId,
  KeyUses,
} from "../../../src/modules/instalments/ledger/key-uses"
import { NOW } from "./database/rows"
import { withLedger } from "./database/with-ledger"

const MINUTE = 60_000
const NEW = "the-new-secret-1"
const OLD = "the-old-secret-1"

withLedger((ledger) => {
  describe("which keys are in use", () => {
    let now: number
    const at = (ms: number) => new Date(NOW.getTime() + ms)
    const uses = (changes: Parameters<typeof optionsWith>[0]) =>
      new KeyUses(ledger.db, optionsWith(changes), () => now)
    const read = () => new HealthReader(ledger.db, () => now).keyUses()
    const answer = (signingSecret: string, changes: Partial<Heard> = {}) => ({
      ...{ error: null, at: now, serviceClock: null, signed: true },
      keys: { clientSecret: "sandbox-client-secret", signingSecret },
      triedAgain: false,
      ...changes,
    })
    beforeEach(() => {
      now = NOW.getTime()
    })

    it("is not recorded while there is one of each", async () => {
      const one = uses({ signingSecret: NEW })
      await one.hear(answer(NEW))
      await one.verified(NEW)
      expect(await read()).toEqual([])
    })

    it("is recorded from the first time to the last, and by no part of a key", async () => {
      const both = uses({ signingSecret: [NEW, OLD] })
      await both.hear(answer(OLD))
      now += MINUTE
      await both.hear(answer(OLD))
      const rows = await read()
      expect(rows).toMatchObject([
        {
          id: keyUseId("signingSecret", OLD),
          first_taken_at: at(0),
          taken_at: at(MINUTE),
          refused_at: null,
        },
      ])
      expect(JSON.stringify(rows)).not.toContain(OLD.slice(0, 6))
    })

    it("is written once a minute, however many requests and callbacks there are", async () => {
      const both = uses({ signingSecret: [NEW, OLD] })
      for (let i = 0; i < 20; i++) {
        now = NOW.getTime() + i * 2_900
        await both.hear(answer(NEW))
        await both.verified(OLD)
      }
      expect((await read()).map(({ id, taken_at }) => [id, taken_at])).toEqual([
        [keyUseId("signingSecret", NEW), at(0)],
        [keyUseId("callback.key", OLD), at(0)],
      ])
    })

    it("says when the service refused one, also when the next was tried then", async () => {
      const both = uses({ signingSecret: [NEW, OLD] })
      const error = new SignatureError("no")
      await both.hear(answer(NEW, { error, triedAgain: true }))
      expect(await read()).toMatchObject([
        { first_taken_at: null, taken_at: null, refused_at: at(0) },
      ])
    })

    it("is no reason to fail while the database is away", async () => {
      const both = uses({ signingSecret: [NEW, OLD] })
      const gone = new KeyUses(
        ledger.process(),
        optionsWith({ signingSecret: [NEW, OLD] }),
        () => now
      )
      await ledger.endProcesses()
      await gone.verified(OLD)
      await both.verified(OLD)
      expect(await read()).toHaveLength(1)
    })

    it("says nothing of the keys by an answer to a request that was not processed", async () => {
      const both = uses({ signingSecret: [NEW, OLD] })
      const error = new Error("no answer")
      await both.hear(answer(NEW, { error }))
      await both.hear(answer(NEW, { signed: false }))
      expect(await read()).toEqual([])
    })
  })
})
