import { Agent, request } from "undici"

/** An answer of any status; redirects are not followed. */
export type Answer = {
  status: number
  /** Names in lower case; of a repeated header the first value. */
  headers: Record<string, string>
  /** At most the first megabyte. */
  text: string
  /** Milliseconds since 1970 between sending and receiving. */
  at: number
}

/** What came back: an answer, or the error code of the failure to get one. */
export type Asked = { answer: Answer } | { failure: string }

/** Sends one request with the doctor's patience: 5 s to connect, 10 s in all. */
export async function ask(
  url: string,
  input: {
    method?: "GET" | "POST"
    headers?: Record<string, string>
    body?: string
  } = {}
): Promise<Asked> {
  const agent = new Agent({
    connect: { timeout: 5_000 },
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
    maxResponseSize: 1_000_000,
  })
  const sent = Date.now()
  try {
    const { method = "GET", headers, body } = input
    const got = await request(url, { method, headers, body, dispatcher: agent })
    const at = (sent + Date.now()) / 2
    const text = await got.body.text()
    return {
      answer: { status: got.statusCode, headers: flat(got.headers), text, at },
    }
  } catch (error) {
    return { failure: codeOf(error) }
  } finally {
    await agent.destroy()
  }
}

function flat(headers: Record<string, string | string[] | undefined>) {
  const entries = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    Array.isArray(value) ? (value[0] ?? "") : (value ?? ""),
  ])
  return Object.fromEntries(entries) as Record<string, string>
}

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return code ?? cause?.code ?? "no code"
}
