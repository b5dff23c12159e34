import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startSandbox, type Sandbox } from ".."
import { startMerchant } from "./merchant"
import { call, create, KEYS } from "./sandbox-client"

describe("a sandbox with a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-"))
  const file = join(folder, "state", "sandbox.json")
  let merchant: Awaited<ReturnType<typeof startMerchant>>
  beforeAll(async () => {
    merchant = await startMerchant()
  })
  afterAll(async () => {
    await merchant.close()
    rmSync(folder, { recursive: true })
  })
  const open = () => startSandbox({ ...KEYS, file })

  it("keeps checkouts, clock, the rule of signing and retries over a restart", async () => {
    merchant.answer.status = 500
    const before: Sandbox = await open()
    const id = await create(before, { notify_url: merchant.notifyUrl })
    await before.advance(86_400_000)
    await before.pay(id)
    await before.close()

    merchant.answer.status = 200
    const after = await open()
    expect(after.checkouts.get(id)!.status).toBe("successful")
    expect(after.now()).toBeGreaterThan(Date.now() + 86_000_000)
    const unsigned = await call(after, "POST", "/api/refunds", {})
    expect(unsigned.status).toBe(400)
    await after.advance(60_000)
    expect(after.callbacks.map((one) => one.response?.status)).toEqual([
      500, 200,
    ])
    await after.close()
  })
})
