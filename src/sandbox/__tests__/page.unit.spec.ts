import type { Sandbox } from ".."
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

  /** A shopper without JavaScript. */
  async function visit(step = "", form?: Record<string, string>) {
    const response = await fetch(`${sandbox.url}/pay/${id}${step}`, {
      redirect: "manual",
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    })
    const { status, headers } = response
    const text = (await response.text())
      .replace(/<\/?span[^>]*>/g, "")
      .replace(/\s+/g, " ")
    return { status, to: headers.get("location"), headers, text }
  }
  const card = (card_number: string) =>
    visit("/card", { card_number, expiry: "12/99", cvc: "123" })
  async function reachCard() {
    await visit()
    await visit("/mobile", { mobile_number: "082 123 4567" })
    await visit("/term", { number_of_payments: "6" })
  }
  const checkout = () => sandbox.checkouts.get(id)!

  it("takes a shopper from the number to the order, over plain forms", async () => {
    merchant.answer.body = '{"redirect_url":"http://localhost:8000/order/7"}'
    const here = `/pay/${id}`
    expect((await visit()).text).toContain('value="0821234567"')
    const mobile = await visit("/mobile", { mobile_number: "082 123 4567" })
    expect(mobile).toMatchObject({ status: 303, to: here })
    expect((await visit()).text).toContain(
      "R 466,52 today, then 1 × R 466,52 and 1 × R 466,51 monthly"
    )
    await visit("/term", { number_of_payments: "6" })
    expect((await visit()).text).toContain('name="card_number"')
    await card("4242 4242 4242 4242")
    expect((await visit()).text).toContain('name="otp"')
    expect(merchant.received).toHaveLength(0)
    const paid = await visit("/verify", { otp: "1234" })
    expect(paid).toMatchObject({
      status: 303,
      to: "http://localhost:8000/order/7",
    })
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

  it("shows the order with amounts as South Africans write them", async () => {
    const { text } = await visit()
    expect(text).toContain("Mug")
    expect(text).toContain("R 1 399,55")
  })

  it.each([
    ["4000 0000 0000 0002", "Your bank declined this card."],
    ["4000 0000 0000 9995", "There is not enough credit available"],
    ["5555 5555 5555 4444", "it knows its test cards only"],
  ])("declines %s in words and lets the shopper retry", async (bad, words) => {
    await reachCard()
    const { status, text } = await card(bad)
    expect(status).toBe(422)
    expect(text).toContain(words)
    expect(text).toContain('aria-describedby="card_number_error"')
    expect(checkout().status).toBe("received")
    expect(checkout().declines).toHaveLength(1)
    expect((await card("4242424242424242")).status).toBe(303)
    expect(merchant.received).toHaveLength(0)
  })

  it("says next to each field what is wrong with it", async () => {
    await reachCard()
    const { text } = await visit("/card", { card_number: "4242", expiry: "1" })
    for (const name of ["card_number", "expiry", "cvc"]) {
      expect(text).toContain(`id="${name}_error"`)
    }
    expect(checkout().declines).toHaveLength(0)
  })

  it("refuses an invalid number and a term that is not offered", async () => {
    const { status, text } = await visit("/mobile", { mobile_number: "abc" })
    expect(status).toBe(422)
    expect(text).toContain("Enter a mobile number")
    await visit("/mobile", { mobile_number: "0821234567" })
    const wrong = await visit("/term", { number_of_payments: "24" })
    expect(wrong.text).toContain("Choose one of the plans.")
  })

  it("asks again after a wrong code, and for a card after three", async () => {
    await reachCard()
    await card("4242 4242 4242 4242")
    const wrong = () => visit("/verify", { otp: "0000" })
    expect((await wrong()).text).toContain("This code is wrong")
    await wrong()
    const { text } = await wrong()
    expect(text).toContain("could not confirm")
    expect(text).toContain('name="card_number"')
    expect((await visit("/verify", { otp: "1234" })).to).toBe(`/pay/${id}`)
    expect(checkout().status).toBe("received")
  })

  it("answers 404 for an unknown checkout, at every step", async () => {
    id = "%2F%0D%0Aset-cookie:%20a=b"
    for (const step of ["", "/mobile", "/a/b"]) {
      const { status, text } = await visit(step)
      expect(status).toBe(404)
      expect(text).toContain("There is no such payment")
    }
    expect((await visit("/cancel", {})).status).toBe(404)
  })

  it("does not let a step be skipped", async () => {
    await visit("/verify", { otp: "1234" })
    await card("4242 4242 4242 4242")
    expect(checkout().status).toBe("received")
    expect((await visit()).text).toContain('name="mobile_number"')
  })

  it("lets the shopper go back and choose another plan", async () => {
    await reachCard()
    expect((await visit("?step=term")).text).toContain("Choose your plan")
    await visit("/term", { number_of_payments: "12" })
    expect(checkout().page.number_of_payments).toBe(12)
  })

  it("cancels, tells the merchant and returns to the shop", async () => {
    const { status, to } = await visit("/cancel", {})
    expect([status, to]).toEqual([303, "http://localhost:8000/cart"])
    expect(JSON.parse(merchant.received[0]!.body).status).toBe("cancelled")
    expect((await visit()).text).toContain("Payment cancelled")
  })

  it("expires 30 minutes after landing, and cannot be paid then", async () => {
    await sandbox.advance(24 * 3_600_000)
    await reachCard()
    await card("4242 4242 4242 4242")
    await sandbox.advance(30 * 60_000)
    const late = await visit("/verify", { otp: "1234" })
    expect(late.status).toBe(410)
    expect(late.text).toContain("This payment session has expired")
    expect(checkout().status).toBe("received")
    expect(merchant.received).toHaveLength(0)
  })

  it("pays once when the last form is sent twice", async () => {
    await reachCard()
    await card("4242 4242 4242 4242")
    const code = () => visit("/verify", { otp: "1234" })
    await Promise.all([code(), code()])
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
    expect(headers.get("content-security-policy")).toContain(
      "default-src 'none'"
    )
    expect(text).not.toMatch(/(src|href)="https?:/)
  })

  it("keeps no card number", async () => {
    await reachCard()
    await card("4242 4242 4242 4242")
    expect(JSON.stringify(checkout())).not.toMatch(/4242 ?4242/)
  })
})
