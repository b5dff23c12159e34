import { afterRefusal, linkedPage } from "../page"

const list = new URL("https://service.example/api/checkouts")
const link =
  "https://service.example/api/checkouts?page[number]=2&page[items]=50"

describe("the page of a list that a link names", () => {
  it("is read, encoded or not, relative or not", () => {
    const page = { number: 2, items: 50 }
    expect(linkedPage(link, list)).toEqual(page)
    expect(linkedPage(encodeURI(link), list)).toEqual(page)
    expect(linkedPage("?page[number]=2&page[items]=50", list)).toEqual(page)
  })

  it.each([
    ["no link", null],
    ["what is no text", 7],
    ["an empty link", ""],
    ["another host", link.replace("service.", "evil.")],
    ["another path", link.replace("checkouts", "refunds")],
    ["another scheme", link.replace("https", "http")],
    ["no page", "https://service.example/api/checkouts"],
    ["a page that is no count", link.replace("=2", "=-1")],
    ["no address at all", "http://"],
  ])("is none for %s", (_, next) => {
    expect(linkedPage(next, list)).toBeNull()
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
