import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { refused } from "../../modules/instalments/rules"
import { about, onlyOurs, type OurMiddleware } from "../only-ours"

const CLOSED = "This cannot be looked up right now. Try again in a minute."

/** Serves one request; answers what core is handed, and what was asked meanwhile. */
async function serve(
  run: OurMiddleware,
  {
    find = async (): Promise<string | null> => "cart_1",
    check = async () => {},
    closed = undefined as string | undefined,
    times = 1,
  } = {}
) {
  const told: { passed: unknown[]; lines: string[]; checks: number } = {
    ...{ passed: [], lines: [], checks: 0 },
  }
  const known: Record<string, unknown> = {
    logger: { error: (line: string) => told.lines.push(line) },
    instalments: { reach: { check: async () => (told.checks++, check()) } },
  }
  const req = {
    ...{ method: "POST", path: "/store/carts/cart_1/complete" },
    scope: { resolve: (name: string) => known[name] },
  } as unknown as MedusaRequest
  const find_ = about(find)
  const middleware = onlyOurs(find_, run, { closed })
  for (let time = 0; time < times; time++) {
    await middleware(req, {} as MedusaResponse, (error?: unknown) => {
      told.passed.push(error ?? "core answers")
    })
  }
  return told
}
const fails = async () => {
  throw new TypeError("cannot read properties of undefined")
}

describe("a middleware on a route of core's", () => {
  it("runs for what is ours, and knows its id", async () => {
    const { passed } = await serve(async (_req, _res, next, id) =>
      next(new Error(id))
    )
    expect(passed).toEqual([new Error("cart_1")])
  })

  it("is left out for what is not ours, and the ledger is not looked at", async () => {
    const run = jest.fn(fails)
    const told = await serve(run, { find: async () => null, closed: CLOSED })
    expect(told).toEqual({ passed: ["core answers"], lines: [], checks: 0 })
    expect(run).not.toHaveBeenCalled()
  })

  it("lets core answer when it fails, and leaves one line", async () => {
    const { passed, lines } = await serve(fails)
    expect(passed).toEqual(["core answers"])
    expect(lines).toEqual([expect.stringMatching(/cart_1.*cannot read/)])
  })

  it("lets core answer when nobody can tell whether it is ours", async () => {
    const { passed } = await serve(fails, { find: fails, closed: CLOSED })
    expect(passed).toEqual(["core answers"])
  })

  it.each([
    ["it fails", { run: fails }],
    ["the ledger cannot be used", { run: jest.fn(), check: fails }],
  ])(
    "that is closed refuses in words, with a code, when %s",
    async (_, { run, ...how }) => {
      const { passed } = await serve(run, { ...how, closed: CLOSED })
      expect(passed).toEqual([
        expect.objectContaining({
          ...{ message: CLOSED, code: "instalments_unavailable" },
        }),
      ])
    }
  )

  it.each([
    { refusal: refused("This cart is paid already.") },
    { refusal: new MedusaError(MedusaError.Types.CONFLICT, "Ask again.") },
  ])("refuses as it means to: $refusal.message", async ({ refusal }) => {
    const run = async () => {
      throw refusal
    }
    expect((await serve(run)).passed).toEqual([refusal])
  })

  it("that fails after core has begun does not begin it again", async () => {
    const { passed, lines } = await serve(
      async (_req, _res, next) => {
        next()
        await fails()
      },
      { closed: CLOSED }
    )
    expect([passed, lines.length]).toEqual([["core answers"], 1])
  })

  it("shares with the others of a request what it is about", async () => {
    const find = jest.fn(async () => "cart_1")
    const { checks } = await serve(async () => {}, { find, times: 3 })
    expect([find.mock.calls.length, checks]).toEqual([1, 1])
  })
})
