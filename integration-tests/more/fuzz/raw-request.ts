import { connect } from "node:net"

/**
 * A request as bytes, so that also requests that no client makes can be sent.
 */
export type RawRequest = {
  method: string
  target: string
  headers: [name: string, value: string][]
  /** How the body's length is declared, correctly or not. */
  framing: Framing
  body: Buffer
}

export const FRAMINGS = [
  "length",
  "chunked",
  "none",
  "length too long",
  "length too short",
  "two lengths",
  "length and chunked",
  "no number",
  "broken chunks",
  "never-ending chunks",
] as const

/** One of `FRAMINGS`. */
export type Framing = (typeof FRAMINGS)[number]

/** Framings after which a server rightly waits for more. */
const UNFINISHED: Framing[] = ["length too long", "never-ending chunks"]

/**
 * Sends it; answers the status, or null when the server only closed the
 * connection.
 */
export function send(url: string, request: RawRequest): Promise<number | null> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ""
    socket.setTimeout(20_000, () => {
      socket.destroy()
      reject(new Error("The store neither answered nor hung up"))
    })
    socket.on("data", (bytes: Buffer) => {
      answer += bytes.toString("latin1")
      if (statusOf(answer) !== null) {
        socket.destroy()
      }
    })
    // A reset closes the connection too.
    socket.on("error", () => {})
    socket.on("close", () => resolve(statusOf(answer)))
    socket.write(bytesOf(request))
    if (UNFINISHED.includes(request.framing)) {
      socket.end()
    }
  })
}

function statusOf(answer: string): number | null {
  // 100 only allows the client to continue.
  const last = [...answer.matchAll(/HTTP\/1\.1 ([2-5]\d\d) /g)].at(0)
  return last ? Number(last[1]) : null
}

function bytesOf({ method, target, headers, framing, body }: RawRequest) {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    "Host: localhost",
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...lengthLines(framing, body.length),
  ]
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1")
  return Buffer.concat([head, framed(framing, body)])
}

function lengthLines(framing: Framing, size: number): string[] {
  const length = (value: number | string) => `Content-Length: ${value}`
  const chunked = "Transfer-Encoding: chunked"
  const lines: Record<Framing, string[]> = {
    length: [length(size)],
    chunked: [chunked],
    none: [],
    "length too long": [length(size + 10)],
    "length too short": [length(Math.floor(size / 2))],
    "two lengths": [length(size), length(size + 1)],
    "length and chunked": [length(size), chunked],
    "no number": [length("-1e9")],
    "broken chunks": [chunked],
    "never-ending chunks": [chunked],
  }
  return lines[framing]
}

function framed(framing: Framing, body: Buffer): Buffer {
  if (framing === "broken chunks") {
    return Buffer.concat([Buffer.from("zz;\r\n"), body])
  }
  if (!framing.endsWith("chunked") && framing !== "never-ending chunks") {
    return body
  }
  const size = Buffer.from(`${body.length.toString(16)}\r\n`)
  const end = framing === "never-ending chunks" ? "\r\n" : "\r\n0\r\n\r\n"
  return Buffer.concat(
    body.length > 0
      ? [size, body, Buffer.from(end)]
      : [Buffer.from("0\r\n\r\n")]
  )
}
