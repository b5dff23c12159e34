import type { Sandbox } from ".."
import { control, start } from "./sandbox-client"

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

  it("is bent by a fault, which leaves the API as it is", async () => {
    const straight = await read()
    sandbox.fault({
      ...{ kind: "bent_document", times: 1 },
      bends: ["missing_path", "openapi_3_0", "new_status"],
    })
    const bent = await read()
    expect(bent.openapi).toBe("3.0.3")
    expect(bent.paths).not.toHaveProperty("/api/refunds")
    expect(JSON.stringify(bent)).toContain('"expired"')
    expect(JSON.stringify(bent)).not.toMatch(/"const"|"type":"null"/)
    expect(await read()).toEqual(straight)
  })

  it("may be a web page, YAML, or as large as one likes", async () => {
    const bend = async (name: "web_page" | "yaml" | "too_large") => {
      sandbox.fault({ kind: "bent_document", bends: [name], times: 1 })
      return (await ask()).text()
    }
    expect(await bend("web_page")).toMatch(/^<!doctype html>/)
    expect(await bend("yaml")).toMatch(/^openapi:/)
    expect((await bend("too_large")).length).toBe(10 * 1024 * 1024 + 1)
  })

  it("refuses a bend that does not exist", async () => {
    const fault = { kind: "bent_document", bends: ["crooked"] }
    expect((await control(sandbox, "POST", "/faults", fault)).status).toBe(400)
  })
})
