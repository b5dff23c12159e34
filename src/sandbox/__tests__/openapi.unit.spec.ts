import type { Sandbox } from ".."
import { start } from "./sandbox-client"

describe("the sandbox's OpenAPI document", () => {
  let sandbox: Sandbox
  beforeEach(async () => {
    sandbox = await start({})
  })
  afterEach(() => sandbox.close())

  const ask = () => fetch(`${sandbox.url}/docs/api/v2`)
  const read = async () =>
    (await (await ask()).json()) as {
      openapi: string
      paths: Record<string, object>
    }

  it("says where the settings put payment_url and rules, and the currency", async () => {
    const top = JSON.stringify(await read())
    sandbox.set({ paymentUrlPosition: "attributes", rulesPosition: "data" })
    sandbox.set({ currency: "NAD" })
    const moved = JSON.stringify(await read())
    expect(moved).not.toBe(top)
    expect(moved).toContain('"const":"NAD"')
    const { paths } = await read()
    expect(paths["/api/checkouts"]).toMatchObject({
      post: {
        responses: {
          201: {
            content: {
              "application/json": { schema: { required: ["data"] } },
            },
          },
        },
      },
    })
    expect(paths["/api/config"]).toMatchObject({
      get: {
        responses: {
          200: {
            content: {
              "application/json": { schema: { required: ["data"] } },
            },
          },
        },
      },
    })
  })
})
