import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { jsonOnly } from "../json-only"

/** The status that a request with these headers is refused with; null when it goes on. */
function refusedWith(headers: Record<string, string>): number | null {
  let refused: number | null = null
  const res = {
    status: (code: number) => ({ json: () => void (refused = code) }),
  }
  jsonOnly({ headers } as MedusaRequest, res as unknown as MedusaResponse, () =>
    expect(refused).toBeNull()
  )
  return refused
}

describe("an acting route of the admin", () => {
  it.each<[string, Record<string, string>]>([
    ["JSON", { "content-type": "application/json" }],
    [
      "JSON with its charset",
      { "content-type": "application/json; charset=utf-8" },
    ],
    ["nothing, from who names himself", { authorization: "Bearer token" }],
  ])("takes %s", (_, headers) => {
    expect(refusedWith(headers)).toBeNull()
  })

  it.each<[string, Record<string, string>]>([
    ["a form", { "content-type": "application/x-www-form-urlencoded" }],
    ["plain text", { "content-type": "text/plain" }],
    ["what only begins like JSON", { "content-type": "application/jsonp" }],
    ["a body without a type", { "content-length": "2" }],
    ["no body, as a page of another site sends it", { "content-length": "0" }],
    ["a stream without a type", { "transfer-encoding": "chunked" }],
  ])("refuses %s", (_, headers) => {
    expect(refusedWith(headers)).toBe(415)
  })
})
