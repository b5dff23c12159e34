import fc from "fast-check"
import { dateOf, dayOf, momentOf } from "../calendar"

const zones = [
  "Africa/Johannesburg",
  "Europe/London",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Pacific/Apia",
  "UTC",
]
const moments = fc.integer({
  min: Date.UTC(2020, 0, 1),
  max: Date.UTC(2035, 0, 1),
})

describe("calendar days in a time zone", () => {
  it("change at local midnight", () => {
    const zone = "Africa/Johannesburg"
    const day = (iso: string) => dateOf(dayOf(Date.parse(iso), zone))
    expect(day("2026-11-21T21:59:59Z")).toBe("2026-11-21")
    expect(day("2026-11-21T22:00:00Z")).toBe("2026-11-22")
  })

  it("have ten o'clock at ten o'clock, across daylight saving", () => {
    fc.assert(
      fc.property(moments, fc.constantFrom(...zones), (moment, zone) => {
        const ten = momentOf(dayOf(moment, zone), 10, zone)
        const shown = new Intl.DateTimeFormat("en-GB", {
          timeZone: zone,
          hour: "2-digit",
          minute: "2-digit",
        }).format(ten)
        expect(shown).toBe("10:00")
        expect(dayOf(ten, zone)).toBe(dayOf(moment, zone))
      })
    )
  })

  it("count on by one from each ten o'clock to the next", () => {
    expect(
      momentOf(
        dayOf(Date.parse("2026-03-28T12:00Z"), "Europe/London") + 1,
        10,
        "Europe/London"
      )
    ).toBe(Date.parse("2026-03-29T09:00Z"))
  })
})
