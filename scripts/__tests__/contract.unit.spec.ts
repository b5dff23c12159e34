import { openApi } from "../../src/sandbox/api/openapi"
import { startSandbox } from "../../src/sandbox"
import { check, compare } from "../contract"

type Json = Record<string, any>

/** The points of the sandbox's document, once something in it was changed. */
async function pointsOf(change: (document: Json) => unknown = () => null) {
  const document = structuredClone(openApi("https://pay.example")) as Json
  change(document)
  return compare(document)
}
const schemas = (document: Json) => document.components.schemas
const attributes = (document: Json) =>
  schemas(document).Checkout.properties.attributes.properties

it("finds that the running sandbox's document fits, wherever its fields stand", async () => {
  const print = jest.spyOn(console, "log").mockImplementation()
  const secrets = { clientSecret: "client-secret", signingSecret: "signing-1" }
  const sandbox = await startSandbox(secrets)
  const url = `${sandbox.url}/docs/api/v2`
  expect(await check(url)).toBe(0)
  sandbox.set({ paymentUrlPosition: "attributes", rulesPosition: "data" })
  expect(await check(url)).toBe(0)
  expect(await check(`${url}/gone`)).toBe(1)
  await sandbox.close()
  expect(print.mock.calls.slice(0, 2).join()).not.toMatch(/differs|breaks/)
  print.mockRestore()
})

it.each<[string, (document: Json) => unknown, RegExp]>([
  [
    "a new status",
    (document) => attributes(document).status.enum.push("expired"),
    /^differs .*"expired"/,
  ],
  [
    "smaller pages",
    (document) => {
      const { parameters } = document.paths["/api/checkouts"].get
      parameters[1].schema.maximum = 50
    },
    /^differs GET \/api\/checkouts: pages of 50/,
  ],
  [
    "a field that is required and not sent",
    (document) =>
      schemas(document).CheckoutRequest.properties.checkout.required.push(
        "store_id"
      ),
    /^breaks POST \/api\/checkouts: body\/checkout .*store_id/,
  ],
  [
    "amounts that are texts",
    (document) => (attributes(document).amount = { type: "string" }),
    /^breaks GET \/api\/checkouts\/:id answer: data.attributes.amount/,
  ],
  [
    "another place of payment_url",
    (document) => {
      const [created] = Object.values<Json>(
        document.paths["/api/checkouts"].post.responses
      )
      const { schema } = created!.content["application/json"]
      delete schema.properties.payment_url
    },
    /^breaks POST \/api\/checkouts answer: payment_url/,
  ],
  [
    "an operation that is gone",
    (document) => delete document.paths["/api/refunds"],
    /^breaks POST \/api\/refunds: the document does not have it/,
  ],
])("names %s", async (_, change, words) => {
  expect(await pointsOf(change)).toContainEqual(expect.stringMatching(words))
})
