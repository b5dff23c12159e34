import { createServer, type AddressInfo, type Socket } from "node:net"
import { gzipSync } from "node:zlib"

/** Speaks to a client that has sent a request; `over` ends with the client. */
export type Way = (socket: Socket, over: Promise<void>) => void | Promise<void>

const MEGABYTE = 1024 * 1024
const body = JSON.stringify({
  data: {
    id: "c1",
    attributes: {
      ...{ amount: 139955, currency: "ZAR", status: "received" },
      ...{ created_at: "2026-11-21T10:00:00Z" },
    },
  },
  payment_url: "https://pay.example/1",
})

const TWENTY_MB = Buffer.alloc(20 * MEGABYTE, "x")
const BOMB = gzipSync(Buffer.alloc(100 * MEGABYTE))

/** An answer that is whole, with these headers. */
const whole = (status: string, text: string | Buffer, ...headers: string[]) =>
  Buffer.concat([
    Buffer.from(
      [
        `HTTP/1.1 ${status}`,
        `Content-Length: ${Buffer.byteLength(text)}`,
        ...headers,
        "\r\n",
      ].join("\r\n")
    ),
    Buffer.from(text),
  ])

/**
 * Writes as fast as the client reads, until the client has closed the
 * connection.
 */
async function forever(
  socket: Socket,
  over: Promise<void>,
  chunk: string,
  pauseMs = 0
) {
  let gone = false
  void over.then(() => (gone = true))
  while (!gone) {
    await Promise.race([taken(socket, chunk), over])
    await new Promise((next) => setTimeout(next, pauseMs))
  }
}

/** Ends when the system has taken it to send it to the client. */
const taken = (socket: Socket, piece: string | Buffer) =>
  new Promise<void>((done) => socket.write(piece, () => done()))

const head = "HTTP/1.1 200 OK\r\n"
const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

/**
 * Answers of a broken or hostile service. None of them is a valid answer of the
 * API.
 */
export const WAYS: Record<string, Way> = {
  "hangs up at once": (socket) => void socket.resetAndDestroy(),
  "closes without an answer": (socket) => void socket.end(),
  "answers what is not HTTP": (socket) =>
    void socket.end("SSH-2.0-OpenSSH\r\n"),
  "resets in the middle of the headers": (socket) => {
    socket.write(`${head}Content-Le`, () => socket.resetAndDestroy())
  },
  "resets in the middle of the body": (socket) => {
    const half = whole("200 OK", body).subarray(0, -40)
    socket.write(half, () => socket.resetAndDestroy())
  },
  "ends after half of the body": (socket) =>
    void socket.end(whole("200 OK", body).subarray(0, -40)),
  "answers nothing, ever": () => {},
  "drips a byte now and then": async (socket, over) => {
    socket.write(`${head}Content-Length: 100000\r\n\r\n`)
    await forever(socket, over, " ", 20)
  },
  "drips headers now and then": async (socket, over) => {
    socket.write(head)
    await forever(socket, over, "X-A: b\r\n", 20)
  },
  "never ends its headers": async (socket, over) => {
    socket.write(head)
    await forever(socket, over, `X-Padding: ${"x".repeat(1_000)}\r\n`)
  },
  "never ends its body": async (socket, over) => {
    socket.write(chunked)
    await forever(socket, over, chunk("x".repeat(65_536)))
  },
  "never ends its provisional answers": async (socket, over) => {
    await forever(
      socket,
      over,
      "HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n",
      5
    )
  },
  "answers 100 to what asked for none": (socket) =>
    void socket.write("HTTP/1.1 100 Continue\r\n\r\n"),
  "answers 101 and speaks another protocol": (socket) =>
    void socket.write(
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"
    ),
  "answers 204": (socket) =>
    void socket.write("HTTP/1.1 204 No Content\r\n\r\n"),
  "answers 304": (socket) =>
    void socket.write("HTTP/1.1 304 Not Modified\r\n\r\n"),
  "answers an empty 200": (socket) => void socket.write(whole("200 OK", "")),
  "answers a page of HTML": (socket) =>
    void socket.write(
      whole("200 OK", "<!doctype html><p>Welcome", "Content-Type: text/html")
    ),
  "answers status 999": (socket) => void socket.write(whole("999 Odd", body)),
  "answers gzip that nobody asked for": (socket) =>
    void socket.write(
      whole("200 OK", gzipSync(body), "Content-Encoding: gzip")
    ),
  "answers a bomb of gzip": (socket) =>
    void socket.write(whole("200 OK", BOMB, "Content-Encoding: gzip")),
  "announces a body of a terabyte": (socket) =>
    void socket.write(`${head}Content-Length: 1099511627776\r\n\r\n{`),
  "answers 20 MB": (socket) => void socket.write(whole("200 OK", TWENTY_MB)),
  "answers 3 MB of depth": (socket) =>
    void socket.write(whole("200 OK", '{"data":'.repeat(400_000))),
  "answers two lengths": (socket) =>
    void socket.write(
      `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x`
    ),
  "answers 500 with 20 MB": (socket) =>
    void socket.write(whole("500 Oops", TWENTY_MB)),
}

/**
 * A service that answers every request as `way` says. `written` is how many bytes
 * its connections have taken, at most.
 */
export async function startHostileService() {
  const sockets = new Set<Socket>()
  const seen: string[] = []
  const hostile = { way: "", seen, written, url: "", close }
  const server = createServer((socket) => {
    sockets.add(socket)
    const over = new Promise<void>((done) => socket.once("close", () => done()))
    // The client may close the connection while we write.
    socket.on("error", () => {})
    let request = ""
    socket.on("data", (bytes: Buffer) => {
      request += bytes.toString("latin1")
      if (isWhole(request)) {
        seen.push(request)
        request = ""
        void WAYS[hostile.way]!(socket, over)
      }
    })
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  hostile.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return hostile

  function written() {
    return Math.max(...[...sockets].map((socket) => socket.bytesWritten))
  }

  async function close() {
    for (const socket of sockets) {
      socket.destroy()
    }
    await new Promise((done) => server.close(done))
  }
}

function isWhole(request: string): boolean {
  const end = request.indexOf("\r\n\r\n")
  const length = /content-length: (\d+)/i.exec(request)?.[1] ?? 0
  return end >= 0 && request.length >= end + 4 + Number(length)
}
