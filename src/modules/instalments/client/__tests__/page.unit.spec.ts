import { afterRefusal, nextPage } from "../page"

const list = new URL("https://service.example/api/checkouts")
const link =
  "https://service.example/api/checkouts?page[number]=2&page[items]=50"

describe("the next page of a list", () => {
  it("is what the link names, encoded or not, relative or not", () => {
    const page = { number: 2, items: 50 }
    expect(nextPage(link, list)).toEqual(page)
    expect(nextPage(encodeURI(link), list)).toEqual(page)
    expect(nextPage("?page[number]=2&page[items]=50", list)).toEqual(page)
  })

  it.each([
    ["no link", null],
    ["another host", link.replace("service.", "evil.")],
    ["another path", link.replace("checkouts", "refunds")],
    ["another scheme", link.replace("https", "http")],
    ["no page", "https://service.example/api/checkouts"],
    ["a page that is no count", link.replace("=2", "=-1")],
    ["no address at all", "http://"],
  ])("is the end for %s", (_, next) => {
    expect(nextPage(next, list)).toBeNull()
  })
})

describe("a reading whose page is refused", () => {
  it("begins anew, as there may be fewer pages now", () => {
    expect(afterRefusal({ number: 7, items: 100 })).toEqual({
      number: 1,
      items: 100,
    })
  })

  it("continues with small pages when the first page is refused", () => {
    const page = { number: 1, items: 10 }
    expect(afterRefusal({ number: 1, items: 100 })).toEqual(page)
    expect(afterRefusal(page)).toEqual(page)
  })
})
