import { withStore } from "../harness/with-store"

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

    async function shop() {
      const { reference } = await store.beginCheckout()
      await store.sandbox.pay(reference)
    }

    it("refuses no checkout and loses no callback while the service takes both, and believes retries that the old one signed", async () => {
      store.sandbox.set({ callbacks: { mode: "late", delayMs: 60_000 } })
      store.sandbox.setKeys({
        clientSecret: [OLD.client, NEW.client],
        signingSecret: [OLD.sign, NEW.sign],
      })
      await shop()
      // Signed with the old key, and sent when the service knows only the new.
      store.sandbox.setKeys({
        clientSecret: [NEW.client],
        signingSecret: [NEW.sign],
      })
      await store.passTime(60_000)
      store.sandbox.set({ callbacks: { mode: "normal" } })
      await shop()
      const rows = await store.ledger.listCheckouts({})
      expect(rows.map(({ outcome }) => outcome)).toEqual(["placed", "placed"])
      const answers = store.sandbox.callbacks.map((one) => one.response?.status)
      expect(answers).toEqual([200, 200])
      expect(await store.ledger.health.unverified()).toBeNull()
      expect(store.sandbox.journal.violations).toEqual({})
      const { data } = await store.adminGet("/admin/instalments/status")
      const checks: { name: string; text: string }[] = data.status.checks
      const { text } = checks.find(({ name }) => name === "keys")!
      expect(text).toContain("clientSecret has 2 keys, signingSecret has 2")
      for (const key of [...Object.values(OLD), ...Object.values(NEW)]) {
        expect(JSON.stringify(data)).not.toContain(key)
      }
    })
  })
})
