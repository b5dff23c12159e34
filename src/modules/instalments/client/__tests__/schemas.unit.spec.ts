import { createdEnvelope } from "../schemas"

const data = {
  id: "c1",
  attributes: {
    ...{ amount: 139955, currency: "ZAR", status: "received" },
    created_at: "2026-11-21T10:00:00Z",
  },
}

describe("a payment page over http", () => {
  const isTaken = (
    service: Parameters<typeof createdEnvelope>[0],
    payment_url = "http://pay.example/1"
  ) => createdEnvelope(service).safeParse({ data, payment_url }).success

  it("is taken of the sandbox alone", () => {
    const baseUrl = "https://service.example"
    expect(isTaken({ baseUrl, environment: "sandbox" })).toBe(true)
    expect(isTaken({ baseUrl: "http://localhost:4010" })).toBe(true)
    expect(isTaken({ baseUrl, environment: "production" })).toBe(false)
    expect(isTaken({ baseUrl })).toBe(false)
    expect(isTaken({ baseUrl }, "https://pay.example/1")).toBe(true)
    expect(isTaken({ baseUrl }, "/pay/1")).toBe(true)
  })

  it("keeps the path of the service's own address", () => {
    const service = { baseUrl: "https://service.example/shop/" }
    expect(
      createdEnvelope(service).parse({ data, payment_url: "/pay/1" })
    ).toMatchObject({ payment_url: "https://service.example/shop/pay/1" })
  })
})
