import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { InstalmentsClient } from "../client"
import { ServiceError } from "../errors"
import { startHostileService, WAYS } from "./hostile-service"
import { openGate } from "./open-gate"

const WHOLE_ANSWER_MS = 400
// The client keeps 4 MB at most; the rest is in the system's buffers.
const MOST_BYTES = 18 * 1024 * 1024

describe("a broken or hostile service that", () => {
  let hostile: Awaited<ReturnType<typeof startHostileService>>
  let client: InstalmentsClient
  const account = { clientSecret: ["client-secret"], signingSecret: ["key"] }

  beforeEach(async () => {
    hostile = await startHostileService()
    client = new InstalmentsClient(
      { ...account, baseUrl: hostile.url },
      openGate,
      undefined,
      WHOLE_ANSWER_MS
    )
  })
  afterEach(async () => {
    await hostile.close()
    await client.close()
  })

  it.each(Object.keys(WAYS))(
    "%s is an error with a name, in bounded time",
    async (way) => {
      hostile.way = way
      const [got, posted] = await Promise.all([
        client.fetchCheckout("c1", "shopper").catch((error: unknown) => error),
        client
          .createRefund({ checkout_id: "c1", amount: 100 })
          .catch((error: unknown) => error),
      ])
      for (const error of [got, posted]) {
        expect(error).toBeInstanceOf(ServiceError)
        expect((error as Error).message).toMatch(/^(GET|POST) \/api\/.+\.$/)
        // It is unknown what became of a refund: no error may say that it was
        // not sent.
        expect(error).not.toMatchObject({ neverSent: true })
      }
      const posts = hostile.seen.filter((request) => /^POST/.test(request))
      // None where this machine is too slow to send it within the time.
      expect(posts.length).toBeLessThanOrEqual(1)
    }
  )

  it("never ends its body is read up to a limit", async () => {
    hostile.way = "never ends its body"
    const patient = new InstalmentsClient(
      { ...account, baseUrl: hostile.url },
      openGate
    )
    await expect(
      patient.createRefund({ checkout_id: "c1", amount: 100 })
    ).rejects.toBeInstanceOf(ServiceError)
    expect(hostile.written()).toBeLessThan(MOST_BYTES)
    await patient.close()
  })

  it.each([301, 302, 303, 307, 308])(
    "redirects elsewhere with %i is not followed",
    async (status) => {
      const asked: string[] = []
      const elsewhere = createServer((req, res) => {
        asked.push(String(req.headers.authorization))
        res.end("{}")
      })
      await new Promise<void>((done) => elsewhere.listen(0, done))
      const { port } = elsewhere.address() as AddressInfo
      const service = createServer((_, res) =>
        res
          .writeHead(status, { location: `http://127.0.0.1:${port}/steal` })
          .end()
      )
      await new Promise<void>((done) => service.listen(0, done))
      const { port: own } = service.address() as AddressInfo
      const redirected = new InstalmentsClient(
        { ...account, baseUrl: `http://127.0.0.1:${own}` },
        openGate
      )
      const refund = { checkout_id: "c1", amount: 100 }
      const answers = [
        redirected.fetchCheckout("c1", "shopper"),
        redirected.createRefund(refund),
      ]
      for (const answer of answers) {
        await expect(answer).rejects.toMatchObject({
          name: "UnexpectedAnswerError",
          message: expect.stringContaining("Redirects are not followed"),
        })
      }
      expect(asked).toEqual([])
      await redirected.close()
      elsewhere.close()
      service.close()
    }
  )
})
