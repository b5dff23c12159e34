import { withStore } from "../harness/with-store"

const DAY = 86_400_000
const OLD = { client: "sandbox-client-secret", sign: "sandbox-signing-secret" }
const NEW = { client: "another-client-secret", sign: "another-signing-secret" }

withStore((store) => {
  describe("while the service exchanges its keys", () => {
    /** As a restart with both keys in medusa-config. */
    beforeEach(() => restart([NEW.client, OLD.client], [NEW.sign, OLD.sign]))
    afterEach(() => restart([OLD.client], [OLD.sign]))

    function restart(clientSecret: string[], signingSecret: string[]) {
      const { options } = store.ledger
      Object.assign(options, { clientSecret, signingSecret })
      options.callback.key = signingSecret
    }

    const both = {
      clientSecret: [NEW.client, OLD.client],
      signingSecret: [NEW.sign, OLD.sign],
    }
    const onlyNew = { clientSecret: [NEW.client], signingSecret: [NEW.sign] }

    /** So many shoppers at once, each through the whole purchase. */
    const shop = (count: number) =>
      Array.from({ length: count }, async () => {
        const { reference } = await store.beginCheckout()
        await store.sandbox.pay(reference)
      })

    it("refuses no checkout and loses no callback under load, before, while and after both are taken", async () => {
      const late = await store.beginCheckout()
      store.sandbox.set({ callbacks: { mode: "late", delayMs: 60_000 } })
      await store.sandbox.pay(late.reference)
      store.sandbox.set({ callbacks: { mode: "normal" } })
      const before = shop(2)
      await Promise.race(before)
      store.sandbox.setKeys(both)
      const during = shop(2)
      await Promise.race(during)
      store.sandbox.setKeys(onlyNew)
      await Promise.all([...before, ...during, ...shop(1)])
      // Signed with the old key, and sent when the service knows only the new.
      await store.passTime(60_000)

      const rows = await store.ledger.listCheckouts({})
      expect(rows.map(({ outcome }) => outcome)).toEqual(
        Array.from({ length: 6 }, () => "placed")
      )
      const answers = store.sandbox.callbacks.map((one) => one.response?.status)
      expect(answers).toEqual(Array.from({ length: 6 }, () => 200))
      expect(await store.ledger.listTallies({})).toEqual([])
      expect(store.sandbox.journal.violations).toEqual({})
    })

    it("sends a refund again with the new key within the limit, once, and says which keys are in use", async () => {
      const { payment } = await store.buy()
      store.sandbox.setKeys(onlyNew)
      // Automatic approval refuses refunds on the day of purchase.
      await store.passTime(DAY)
      const { status } = await store.adminPost(
        `/admin/payments/${payment.id}/refund`,
        { amount: 10 }
      )
      expect(status).toBe(200)
      const asked = store.sandbox.journal.requests
        .filter(({ endpoint }) => endpoint === "POST /api/refunds")
        .map((one) => one.status)
      expect(asked).toEqual([401, 400, 200])
      expect(store.sandbox.refundRequests.size).toBe(1)
      expect(store.sandbox.journal.violations).toEqual({})

      const { data } = await store.adminGet("/admin/instalments/status")
      expect(data.status.credentials.state).toBe("accepted")
      const checks: { name: string; state: string; text: string }[] =
        data.status.checks
      const keys = checks.find(({ name }) => name === "keys")!
      expect(keys.state).toBe("ok")
      expect(keys.text).toContain("Requests carry clientSecret 1 of 2")
      expect(keys.text).toContain("clientSecret 2 of 2 can go:")
      expect(keys.text).toContain("Requests carry signingSecret 1 of 2")
      expect(keys.text).toContain("signed with signingSecret 2 of 2")
      expect(keys.text).toContain("signingSecret 2 of 2 is still needed.")
      const rows = await store.db("instalments_key_use")
      const shown = JSON.stringify([data, rows])
      for (const key of [...Object.values(OLD), ...Object.values(NEW)]) {
        expect(shown).not.toContain(key)
      }
    })

    it("neither lose nor delay a callback when their use cannot be written", async () => {
      const { reference } = await store.beginCheckout()
      await store.db.transaction(async (trx) => {
        await trx.raw("lock table instalments_key_use in exclusive mode")
        await store.sandbox.pay(reference)
      })
      expect(store.sandbox.callbacks.at(-1)!.response!.status).toBe(200)
      expect(await store.orders()).toHaveLength(1)
    })
  })
})
