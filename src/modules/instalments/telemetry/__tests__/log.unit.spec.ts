import { asAttributes, FloodLog, logLine } from "../log"

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

  it("cannot be broken or forged by a stranger's callback", () => {
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

describe("the log under a flood", () => {
  it("has one line a minute of each kind, with the number of the others", () => {
    const log = new FloodLog()
    expect(log.line("check_waits", () => "first", 0)).toBe("first")
    expect(log.line("check_waits", () => "second", 1)).toBeNull()
    expect(log.line("unverified", () => "another kind", 2)).toBe("another kind")
    expect(log.line("check_waits", () => "third", 59_999)).toBeNull()
    expect(log.line("check_waits", () => "fourth", 60_000)).toBe(
      "fourth (2 more like it since the last one)"
    )
    expect(log.line("check_waits", () => "fifth", 120_000)).toBe("fifth")
  })

  it("goes on when the clock has jumped back", () => {
    const log = new FloodLog()
    log.line("check_waits", () => "first", 86_400_000)
    expect(log.line("check_waits", () => "second", 0)).toBe("second")
  })
})
