import { createServer, type IncomingMessage } from "node:http"
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto"
import type { AddressInfo } from "node:net"

/** What the sandbox keeps of a checkout. `amount` is integer cents. */
export type SandboxCheckout = {
  id: string
  amount: number
  currency: string
  status: "received" | "successful" | "cancelled"
  created_at: string
  request: Record<string, unknown>
}

const RULES = [
  { from_amount: 10_000, to_amount: 99_999, terms: [3] },
  { from_amount: 100_000, to_amount: 2_000_000, terms: [3, 6, 12] },
]

/**
 * A first part of the sandbox: a real HTTP server that creates and fetches
 * checkouts and answers the config, with Bearer and signature checks as the API
 * specification has them. It has no payment page, callbacks, refunds or rate
 * limits yet. It shares no code with the plugin: signing is written twice on
 * purpose.
 */
export async function startSandbox(input: {
  port?: number
  clientSecret: string
  signingSecret: string
}) {
  const checkouts = new Map<string, SandboxCheckout>()
  const server = createServer(async (req, res) => {
    const { status, body } = answer(req, await read(req))
    res.writeHead(status, { "content-type": "application/json" })
    res.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(input.port ?? 0, "127.0.0.1", resolve)
  })
  const { port } = server.address() as AddressInfo
  const url = `http://localhost:${port}`

  return {
    url,
    port,
    checkouts,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  function answer(req: IncomingMessage, raw: string) {
    const { pathname } = new URL(req.url ?? "/", url)
    if (req.headers.authorization !== `Bearer ${input.clientSecret}`) {
      return problem(401, "Bad credentials")
    }
    if (req.method === "POST" && pathname === "/api/checkouts") {
      return create(req.headers["x-signature"], raw)
    }
    if (req.method === "GET" && pathname === "/api/config") {
      return { status: 200, body: { rules: RULES } }
    }
    const checkout = checkouts.get(pathname.replace("/api/checkouts/", ""))
    return checkout
      ? { status: 200, body: envelope(checkout) }
      : problem(404, "Not found")
  }

  function create(signature: unknown, raw: string) {
    const body = JSON.parse(raw) as { checkout: Record<string, unknown> }
    const expected = createHmac("sha512", input.signingSecret)
      .update(JSON.stringify(body))
      .digest("base64")
    if (!same(String(signature), expected)) {
      return problem(
        400,
        `Request signature does not match. Expected ${expected}`
      )
    }
    const checkout: SandboxCheckout = {
      id: randomUUID(),
      amount: Number(body.checkout.amount),
      currency: String(body.checkout.currency),
      status: "received",
      created_at: new Date().toISOString(),
      request: body.checkout,
    }
    checkouts.set(checkout.id, checkout)
    return {
      status: 201,
      body: {
        ...envelope(checkout),
        payment_url: `${url}/pay/${checkout.id}`,
      },
    }
  }
}

function envelope({ id, request: _, ...attributes }: SandboxCheckout) {
  return { data: { id, type: "checkouts", attributes } }
}

function problem(status: number, detail: string) {
  return { status, body: { errors: [{ detail }] } }
}

function same(a: string, b: string): boolean {
  return (
    a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
  )
}

async function read(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) {
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString("utf8")
}
