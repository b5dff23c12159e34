import { readdirSync } from "node:fs"
import { join, relative, sep } from "node:path"
import {
  FeatureFlag,
  generateJwtToken,
  Modules,
} from "@medusajs/framework/utils"
import { withStore } from "../../harness/with-store"

// The store's config reads the first one, its boot the second one.
FeatureFlag.setFlag("rbac", true)
process.env.MEDUSA_FF_RBAC = "true"

const root = "/admin/instalments"
const folder = join(__dirname, "../../../src/api/admin/instalments")

type Route = {
  method: "GET" | "POST" | "DELETE"
  path: string
  /** What it refuses, and with which words. */
  bad?: { input: string | object; words: string }[]
}

const paging = [
  { input: "limit=0", words: "limit" },
  { input: "offset=-1", words: "offset" },
  { input: "colour=red", words: "colour" },
]

/** Every route of the console. */
const routes: Route[] = [
  {
    method: "GET",
    path: "/checkouts",
    bad: [
      ...paging,
      { input: "outcome=lost", words: "expected one of open, placed" },
    ],
  },
  {
    method: "GET",
    path: "/checkouts/export",
    bad: [{ input: "outcome=lost", words: "expected one of open, placed" }],
  },
  { method: "GET", path: "/checkouts/:id" },
  { method: "POST", path: "/checkouts/:id/check" },
  { method: "POST", path: "/checkouts/:id/settle" },
  { method: "POST", path: "/checkouts/:id/refund" },
  { method: "POST", path: "/checkouts/:id/identify" },
  {
    method: "GET",
    path: "/refund-requests",
    bad: [
      ...paging,
      { input: "status=lost", words: "expected one of filed, scheduled" },
    ],
  },
  {
    method: "GET",
    path: "/refund-requests/export",
    bad: [{ input: "status=lost", words: "expected one of filed, scheduled" }],
  },
  { method: "POST", path: "/refund-requests/:id/retry" },
  { method: "POST", path: "/refund-requests/:id/end-doubt" },
  { method: "POST", path: "/refund-requests/:id/withdraw" },
  { method: "GET", path: "/attention" },
  { method: "GET", path: "/unmatched" },
  { method: "GET", path: "/unmatched-refunds" },
  { method: "POST", path: "/unmatched-refunds/:id/book" },
  {
    method: "POST",
    path: "/attention/:key/resolve",
    bad: [
      { input: { note: 5 }, words: "note: expected a text" },
      { input: { note: "x".repeat(1_001) }, words: "at most 1000 characters" },
      { input: { word: "done" }, words: "word" },
    ],
  },
  { method: "GET", path: "/orders/:id/payment-link" },
  { method: "POST", path: "/orders/:id/payment-link" },
  { method: "DELETE", path: "/orders/:id/payment-link" },
  { method: "GET", path: "/status" },
  {
    method: "GET",
    path: "/overview",
    bad: [{ input: "days=0", words: "days" }],
  },
  {
    method: "GET",
    path: "/statement",
    bad: [{ input: "month=may", words: "month has to be a month" }],
  },
  { method: "POST", path: "/config/refresh" },
  {
    method: "POST",
    path: "/erase",
    bad: [
      { input: {}, words: "email: give the person's e-mail address" },
      { input: { email: "thandi" }, words: "email: it is no e-mail address" },
    ],
  },
  { method: "POST", path: "/reconcile" },
  { method: "GET", path: "/settings" },
  {
    method: "POST",
    path: "/settings",
    bad: [{ input: { refunds: "off" }, words: "refunds: Invalid option" }],
  },
]
const named = (list: Route[]) =>
  list.map((route) => [`${route.method} ${route.path}`, route] as const)
const about = routes.filter(({ path }) => path.includes("/:"))
const picky = routes.filter(({ bad }) => bad)

/** Medusa's generated methods that its types leave out. */
type Roles = {
  listRbacPolicies(filter: object): Promise<{ id: string }[]>
  createRbacRoles(data: object): Promise<{ id: string }>
  createRbacRolePolicies(data: object[]): Promise<unknown>
}

it("the table names every route", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  const paths = files
    .filter((file) => file.endsWith("route.ts"))
    .map((file) => `/${relative("", file).split(sep).slice(0, -1).join("/")}`)
    .map((path) => path.replace(/\[(\w+)\]/g, ":$1"))
  const named = new Set(routes.map(({ path }) => path))
  expect([...named].sort()).toEqual(paths.sort())
})

withStore((store) => {
  afterAll(() => {
    delete process.env.MEDUSA_FF_RBAC
  })

  /** Requests something that does not exist, with this input. */
  async function ask({ method, path }: Route, input: string | object = {}) {
    const query = typeof input === "string" ? `?${input}` : ""
    const url = `${root}${path.replace(/:\w+/, "none")}${query}`
    return method === "POST"
      ? store.adminPost(url, query ? {} : input)
      : store.adminAsk(method, url)
  }

  const statuses = async (list: Route[]) => {
    const found: Record<string, number> = {}
    for (const [name, route] of named(list)) {
      found[name] = (await ask(route)).status
    }
    return found
  }
  const all = (list: Route[], status: number) =>
    Object.fromEntries(named(list).map(([name]) => [name, status]))
  const acting = routes.filter(({ method }) => method !== "GET")
  const reading = routes.filter(({ method }) => method === "GET")

  /** From now on requests have a role that may do this. */
  async function actAs(operations: string[]) {
    const rbac = store.container.resolve(Modules.RBAC) as unknown as Roles
    const name = operations.join(" and ") || "nothing"
    const role = await rbac.createRbacRoles({ name })
    for (const operation of operations) {
      const [policy] = await rbac.listRbacPolicies({
        resource: "instalments",
        operation,
      })
      await rbac.createRbacRolePolicies([
        { role_id: role.id, policy_id: policy!.id },
      ])
    }
    const { jwtSecret } = store.container.resolve("configModule").projectConfig
      .http as { jwtSecret: string }
    const who = {
      actor_id: "user_1",
      actor_type: "user",
      auth_identity_id: "auth_1",
      app_metadata: { user_id: "user_1", roles: [role.id] },
    }
    const signing = { secret: jwtSecret, expiresIn: "1h" }
    const token = generateJwtToken(who, signing)
    store.admin = { authorization: `Bearer ${token}` }
  }

  it("answers 401 on every route without a session", async () => {
    store.admin = { authorization: "Bearer nobody" }
    expect(await statuses(routes)).toEqual(all(routes, 401))
  })

  it("answers 403 on every route to a role without permissions", async () => {
    await actAs([])
    expect(await statuses(routes)).toEqual(all(routes, 403))
  })

  it("answers 403 on every route that acts to a role that may only read", async () => {
    await actAs(["read"])
    expect(await statuses(acting)).toEqual(all(acting, 403))
    const read = Object.values(await statuses(reading))
    expect(read.filter((status) => status === 403)).toEqual([])
  })

  describe("to a role that may read and update", () => {
    beforeEach(() => actAs(["read", "update"]))

    it("answers 415 on every route that acts to a form, to plain text and to a body without a type", async () => {
      for (const [name, { method, path }] of named(acting)) {
        const url = `${root}${path.replace(/:\w+/, "none")}`
        for (const type of [
          "application/x-www-form-urlencoded",
          "text/plain",
          "application/jsonp",
          false,
        ]) {
          const { status, data } = await store.adminAsk(method, url, {
            body: "email=thandi@example.com",
            headers: { "content-type": type },
          })
          expect([name, type, status]).toEqual([name, type, 415])
          expect(data).toMatchObject({
            code: "instalments_json_only",
            message: expect.stringContaining("takes JSON"),
          })
        }
      }
    })

    it("answers 404 with a message wherever an id is unknown", async () => {
      expect(await statuses(about)).toEqual(all(about, 404))
      for (const route of about) {
        expect((await ask(route)).data.message).toContain("none")
      }
    })

    it("refuses bad input with a message", async () => {
      for (const [name, route] of named(picky)) {
        for (const { input, words } of route.bad!) {
          const { status, data } = await ask(route, input)
          expect([name, input, status]).toEqual([name, input, 400])
          expect(data.message).toContain(words)
        }
      }
    })

    it("answers and does what is requested", async () => {
      const { reference } = await store.beginCheckout()
      const checkout = `${root}/checkouts/${reference}`
      expect((await store.adminGet(checkout)).status).toBe(200)
      expect((await store.adminPost(`${checkout}/check`)).status).toBe(200)
    })
  })
})
