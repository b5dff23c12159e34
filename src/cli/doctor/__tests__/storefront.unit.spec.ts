import type { RequestListener } from "node:http"
import { examineStorefront } from "../examine"
import { listen } from "./listen"
import { optionsWith } from "./options"

/** What the doctor says of a storefront with the addresses that init writes. */
async function look(
  answer: RequestListener,
  changes: { orderUrl?: string } = {}
) {
  const shop = await listen(answer)
  const page = `${shop.url}/{country_code}/instalments?cart={cart_id}`
  const { orderUrl = page } = changes
  const storefront = {
    successUrl: page,
    cancelUrl: `${page}&cancelled=1`,
    orderUrl: orderUrl.replace("SHOP", shop.url),
    origins: [],
  }
  try {
    return await examineStorefront({ storefront, environment: "sandbox" })
  } finally {
    await shop.close()
  }
}

const answer =
  (status: number, location?: string): RequestListener =>
  (_, res) =>
    res.writeHead(status, location ? { location } : {}).end()

describe("the doctor's look at the storefront", () => {
  it("asks each page", async () => {
    const asked: string[] = []
    const found = await look((req, res) => {
      asked.push(`${req.method} ${req.url}`)
      res.end("<html>")
    })
    expect(asked.sort()).toEqual([
      "GET /za/instalments?cart=cart_doctor",
      "GET /za/instalments?cart=cart_doctor",
      "GET /za/instalments?cart=cart_doctor&cancelled=1",
    ])
    expect(found.map(({ check, state }) => [check, state])).toEqual(
      Array(3).fill(["storefront", "ok"])
    )
  })

  it("follows redirects, as of a storefront that sets a cookie first", async () => {
    const found = await look((req, res) =>
      req.url!.endsWith("&seen")
        ? res.end()
        : answer(307, `${req.url}&seen`)(req, res)
    )
    expect(found.map(({ state }) => state)).toEqual(["ok", "ok", "ok"])
  })

  it("finds a missing page to wait on wrong", async () => {
    const [found] = await look(answer(404))
    expect(found).toMatchObject({
      state: "wrong",
      saw: expect.stringMatching(/^successUrl: .* answers 404\.$/),
    })
  })

  it("leaves open whether an order's page is missing, or only the order", async () => {
    const orderUrl = "SHOP/order/{order_id}"
    const found = await look(
      (req, res) => answer(req.url!.startsWith("/order") ? 404 : 200)(req, res),
      { orderUrl }
    )
    expect(found).toMatchObject([
      { state: "ok" },
      { state: "ok" },
      { state: "note", saw: expect.stringContaining("/order/order_doctor") },
    ])
  })

  it("finds a page wrong that fails", async () => {
    expect((await look(answer(500)))[0]!.state).toBe("wrong")
  })

  it("only notes, with the sandbox, that no storefront runs", async () => {
    const gone = await listen(() => {})
    await gone.close()
    const page = (path: string) => `${gone.url}/${path}`
    const { storefront } = optionsWith({
      storefront: {
        ...{ successUrl: page("a"), cancelUrl: page("b"), orderUrl: page("c") },
      },
    })
    const look = (environment: "sandbox" | "production") =>
      examineStorefront({ storefront, environment })
    const saw = `successUrl: ${gone.url}/a gave no answer (ECONNREFUSED).`
    expect((await look("sandbox"))[0]).toMatchObject({ state: "note", saw })
    expect((await look("production"))[0]).toMatchObject({ state: "wrong", saw })
  })
})
