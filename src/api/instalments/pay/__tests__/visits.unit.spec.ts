import { Visits } from "../visits"

const minute = 60_000
const now = 29_000_000 * minute

describe("visits of payment links", () => {
  it("are allowed thirty times a minute for one order, then told when to retry", () => {
    const visits = new Visits()
    const waits = Array.from({ length: 31 }, () =>
      visits.take("order_1", now + 20_000)
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(30)
    expect(waits[30]).toBe(40)
    expect(visits.take("order_2", now + 20_000)).toBe(0)
    expect(visits.take("order_1", now + minute)).toBe(0)
  })

  it("are allowed six hundred times a minute in all, and refused ones do not count", () => {
    const visits = new Visits()
    for (let time = 0; time < 1_000; time++) {
      visits.take("order_1", now)
    }
    const others = Array.from({ length: 600 }, (_, i) =>
      visits.take(`other_${i}`, now)
    )
    expect(others.filter((wait) => wait === 0)).toHaveLength(570)
    expect(others.at(-1)).toBe(60)
  })
})
