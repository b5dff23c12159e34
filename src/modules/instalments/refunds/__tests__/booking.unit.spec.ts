import { askedForBy, noteOf } from "../booking"

describe("the note of a refund of Medusa's", () => {
  it("says which refund of the service it books, or whose money it asks for again", () => {
    expect(askedForBy(noteOf("refund_request_id", "a"))).toEqual({
      refund_request_id: "a",
    })
    expect(askedForBy(noteOf("replaces", "instref_1"))).toEqual({
      replaces: "instref_1",
    })
  })

  it.each([null, undefined, "", "A mug was broken: instref_1"])(
    "says nothing of that when a person has written %p",
    (note) => {
      expect(askedForBy(note)).toEqual({})
    }
  )
})
