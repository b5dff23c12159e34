import { subscribe, unsubscribe } from "node:diagnostics_channel"

const CREATED = "undici:request:create"
const ENDED = "undici:request:trailers"
const CONNECTED = "undici:client:connected"

/** Times the requests that undici sends, and counts its connections. */
export function watchService() {
  const watch = { ms: 0, connections: 0, end: () => undefined as void }
  const begun = new WeakMap<object, number>()
  const requestOf = (message: unknown) =>
    (message as { request: object }).request
  const create = (message: unknown) =>
    void begun.set(requestOf(message), performance.now())
  const ended = (message: unknown) => {
    watch.ms += performance.now() - (begun.get(requestOf(message)) ?? NaN)
  }
  const connected = () => void watch.connections++
  subscribe(CREATED, create)
  subscribe(ENDED, ended)
  subscribe(CONNECTED, connected)
  watch.end = () => {
    unsubscribe(CREATED, create)
    unsubscribe(ENDED, ended)
    unsubscribe(CONNECTED, connected)
  }
  return watch
}
