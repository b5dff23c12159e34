import { asAttributes, FloodLog, logLine, messageOf, withoutSql } from "../log"

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

describe("what an error says", () => {
  const STATEMENT =
    'insert into "instalments_checkout" ("payment_url") values (\'https://pay.example/1 - 2\')'
  const refused = (message: string, code: string) =>
    Object.assign(new Error(`${STATEMENT} - ${message}`), { code })

  it.each([
    [
      refused("cannot execute INSERT in a read-only transaction", "25006"),
      "The database says: cannot execute INSERT in a read-only transaction (25006)",
    ],
    [
      refused('invalid input syntax for type integer: "Thandi"', "22P02"),
      "The database says: a value does not fit (22P02)",
    ],
    [
      new Error(`${STATEMENT} - Connection terminated unexpectedly`),
      "The database says: Connection terminated unexpectedly",
    ],
    [
      Object.assign(new Error("write - EPIPE"), { code: "EPIPE" }),
      "write - EPIPE",
    ],
    [{ message: "no stock", code: "insufficient_inventory" }, "no stock"],
    ["plain text", "plain text"],
    [null, "null"],
  ])(
    "leaves out the statement and the values of a database's",
    (error, said) => {
      expect(messageOf(error)).toBe(said)
    }
  )

  it("is thrown on so, with a code, and any other error as it is", async () => {
    const deadlock = withoutSql(Promise.reject(refused("deadlock", "40P01")))
    await expect(deadlock).rejects.toMatchObject({
      type: "unexpected_state",
      code: "instalments_unavailable",
      message: "The database says: deadlock (40P01)",
    })
    const other = new Error("no stock")
    await expect(withoutSql(Promise.reject(other))).rejects.toBe(other)
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
