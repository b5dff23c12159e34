import { createServer, type IncomingHttpHeaders } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"

/** What an origin has answered, and until when it may be given to everyone. */
type Kept = { status: number; etag: string | null; body: string; until: number }

/**
 * A shared cache in front of a store, as a CDN is: it keeps what is `public` for its
 * `s-maxage` or `max-age`, asks for the rest with the ETag that it has, and answers a
 * browser that has the same ETag with 304. `asked` counts what reached the store.
 */
export async function sharedCache(origin: string, now: () => number) {
  const kept = new Map<string, Kept>()
  const asked = { all: 0, notModified: 0 }
  const server = createServer((req, res) => {
    void answer(String(req.url), req.headers).then(
      ({ status, etag, body }) => {
        const isKnown = etag !== null && req.headers["if-none-match"] === etag
        res.writeHead(isKnown ? 304 : status, {
          "content-type": "application/json",
          ...(etag && { etag }),
        })
        res.end(isKnown ? undefined : body)
      },
      () => void res.writeHead(502).end()
    )
  })
  server.listen(0)
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    asked,
    close: () => server.close(),
  }

  async function answer(path: string, headers: IncomingHttpHeaders) {
    const key = String(headers["x-publishable-api-key"])
    const name = `${key} ${path}`
    const old = kept.get(name)
    if (old && old.until > now()) {
      return old
    }
    asked.all++
    const response = await fetch(`${origin}${path}`, {
      headers: {
        "x-publishable-api-key": key,
        ...(old?.etag && { "if-none-match": old.etag }),
      },
    })
    const isSame = response.status === 304 && old
    asked.notModified += isSame ? 1 : 0
    const fresh: Kept = {
      status: isSame ? old.status : response.status,
      etag: response.headers.get("etag"),
      body: isSame ? old.body : await response.text(),
      until: now() + sharedMs(response.headers.get("cache-control") ?? ""),
    }
    kept.set(name, fresh)
    return fresh
  }
}

function sharedMs(cacheControl: string): number {
  const age =
    /\bs-maxage=(\d+)/.exec(cacheControl) ??
    /\bmax-age=(\d+)/.exec(cacheControl)
  return /\bpublic\b/.test(cacheControl) ? Number(age?.[1] ?? 0) * 1_000 : 0
}
