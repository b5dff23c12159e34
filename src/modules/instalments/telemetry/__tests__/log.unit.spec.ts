import { asAttributes, logLine } from "../log"

describe("a line of the log", () => {
  it("ends with the references, by name", () => {
    const references = { reference: "inst_1", checkout_id: "chk-2" }
    expect(logLine("It is held.", references)).toBe(
      "It is held. [reference=inst_1 checkout_id=chk-2]"
    )
  })

  it("leaves out what is not known", () => {
    const references = { reference: "inst_1", order_id: null, cart_id: "" }
    expect(logLine("It is held.", references)).toBe(
      "It is held. [reference=inst_1]"
    )
    expect(logLine("It is held.", {})).toBe("It is held.")
  })

  it("cannot be broken or forged by what a stranger claims", () => {
    const reference = "x]\nerror: reference=inst_1"
    expect(logLine("Not believed", { reference })).toBe(
      'Not believed [reference="x]\\nerror: reference=inst_1"]'
    )
  })
})

it("gives a span the references under names of the plugin's own", () => {
  expect(asAttributes({ reference: "inst_1", order_id: null })).toEqual({
    "instalments.reference": "inst_1",
  })
})
