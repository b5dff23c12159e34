import fc from "fast-check"
import { parseCallback } from "../parse-callback"

describe("reading a callback", () => {
  it("keeps the known fields and drops the others", () => {
    const body = {
      client_reference_id: "inst_1",
      status: "successful",
      number_of_payments: 6,
      order_id: "hostile",
    }
    expect(parseCallback(Buffer.from(JSON.stringify(body)))).toEqual({
      understood: true,
      callback: {
        client_reference_id: "inst_1",
        status: "successful",
        number_of_payments: 6,
      },
    })
  })

  it("never takes an unknown status for paid, and keeps the reference", () => {
    const body = '{"client_reference_id":"inst_1","status":"approved"}'
    expect(parseCallback(Buffer.from(body))).toMatchObject({
      understood: false,
      client_reference_id: "inst_1",
    })
  })

  it("never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        expect(parseCallback(Buffer.from(text)).understood).toBe(false)
      })
    )
  })
})
