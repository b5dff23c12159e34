import type { Sandbox } from ".."
import { rand } from "../page/layout"
import { startMerchant } from "./merchant"
import { create, start } from "./sandbox-client"

describe("the payment page", () => {
  let sandbox: Sandbox
  let merchant: Awaited<ReturnType<typeof startMerchant>>
  let id: string
  beforeEach(async () => {
    merchant = await startMerchant()
    sandbox = await start()
    id = await create(sandbox, { notify_url: merchant.notifyUrl })
  })
  afterEach(async () => {
    await sandbox.close()
    await merchant.close()
  })

  /** A shopper, who has no JavaScript. */
  async function visit(form?: Record<string, string>) {
    const response = await fetch(`${sandbox.url}/pay/${id}`, {
      redirect: "manual",
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    })
    const { status, headers } = response
    const text = (await response.text()).replace(/\s+/g, " ")
    return { status, to: headers.get("location"), headers, text }
  }
  const pay = (number_of_payments: string) =>
    visit({ action: "pay", number_of_payments })
  const checkout = () => sandbox.checkouts.get(id)!

  it("shows the order and its terms, and takes the shopper to the order", async () => {
    merchant.answer.body = '{"redirect_url":"http://localhost:8000/order/7"}'
    const { text } = await visit()
    expect(text).toContain("Mug")
    expect(text).toContain("R 1 399,55")
    expect(text).toContain("R 466,52 today, the last one R 466,51")
    const { status, to } = await pay("6")
    expect([status, to]).toEqual([303, "http://localhost:8000/order/7"])
    expect(JSON.parse(merchant.received[0]!.body)).toMatchObject({
      status: "successful",
      number_of_payments: 6,
    })
    expect(checkout()).toMatchObject({
      status: "successful",
      number_of_payments: 6,
    })
    expect((await visit()).text).toContain("Payment complete")
  })

  it("declines in words, tells nobody, and lets the shopper retry", async () => {
    expect((await visit({ action: "decline" })).to).toBe(`/pay/${id}`)
    expect((await visit()).text).toContain("The bank declined this card.")
    expect(checkout()).toMatchObject({ status: "received", declines: [{}] })
    expect(merchant.received).toHaveLength(0)
    expect((await pay("3")).status).toBe(303)
    expect(checkout().status).toBe("successful")
  })

  it("refuses a term that is not offered", async () => {
    const { status, text } = await pay("24")
    expect(status).toBe(422)
    expect(text).toContain("Choose one of the plans.")
    expect(checkout().status).toBe("received")
  })

  it("cancels, tells the merchant and returns to the shop", async () => {
    const { status, to } = await visit({ action: "cancel" })
    expect([status, to]).toEqual([303, "http://localhost:8000/cart"])
    expect(JSON.parse(merchant.received[0]!.body).status).toBe("cancelled")
    expect((await visit()).text).toContain("Payment cancelled")
  })

  it("answers 404 for an unknown checkout", async () => {
    id = "%2F%0D%0Aset-cookie:%20a=b"
    for (const form of [undefined, { action: "cancel" }]) {
      const { status, text } = await visit(form)
      expect(status).toBe(404)
      expect(text).toContain("There is no such payment")
    }
  })

  it("expires 30 minutes after landing, and cannot be paid then", async () => {
    await sandbox.advance(24 * 3_600_000)
    await visit()
    await sandbox.advance(30 * 60_000)
    const { status, text } = await pay("3")
    expect(status).toBe(410)
    expect(text).toContain("This payment session has expired")
    expect(checkout().status).toBe("received")
    expect(merchant.received).toHaveLength(0)
  })

  it("pays once when the form is sent twice", async () => {
    await Promise.all([pay("3"), pay("3")])
    expect(merchant.received).toHaveLength(1)
  })

  it("escapes what the merchant sent and loads nothing from elsewhere", async () => {
    id = await create(sandbox, {
      line_items: [
        { name: "<script>alert(1)</script>", amount: 1, quantity: 2 },
      ],
    })
    const { text, headers } = await visit()
    expect(text).toContain("2 × &lt;script&gt;alert(1)")
    const policy = headers.get("content-security-policy")
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(text).not.toMatch(/(src|href)="https?:/)
  })
})

it.each([
  [5, "R 0,05"],
  [99_999, "R 999,99"],
  [139_955, "R 1 399,55"],
  [123_456_789, "R 1 234 567,89"],
])("writes %d cents as %s", (cents, text) => {
  expect(rand(cents)).toBe(text)
})
