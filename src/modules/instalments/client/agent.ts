import { EnvHttpProxyAgent, errors, Pool, type Dispatcher } from "undici"

const CONNECTING = { timeout: 3_000 }
const LIMITS = {
  headersTimeout: 10_000,
  bodyTimeout: 10_000,
  maxResponseSize: 4 * 1024 * 1024,
}

/**
 * Connections that are kept alive, with time-outs and an answer's largest size. They go
 * through the proxy that `HTTPS_PROXY` or `HTTP_PROXY` names, but not to the hosts in
 * `NO_PROXY`.
 */
export function makeAgent(): EnvHttpProxyAgent {
  return new EnvHttpProxyAgent({
    ...LIMITS,
    connect: CONNECTING,
    requestTls: CONNECTING,
    proxyTls: CONNECTING,
    httpProxy: proxyOf("HTTP_PROXY"),
    httpsProxy: proxyOf("HTTPS_PROXY"),
    // Many proxies open a tunnel for https only.
    proxyTunnel: false,
    // The connections to a proxy would have no limits.
    factory: (origin, options) => new Pool(origin, { ...LIMITS, ...options }),
    clientFactory: (origin, options) =>
      new Tunnels(origin, { ...LIMITS, ...options }),
  })
}

/** Opens tunnels through a proxy. */
class Tunnels extends Pool {
  /** A proxy that hangs up would be asked again at once, and for ever. */
  // undici asks for the promise alone.
  override connect(options: Dispatcher.ConnectOptions): never
  override async connect(options: Dispatcher.ConnectOptions) {
    return super.connect(options).catch((cause: { code?: string }) => {
      throw new errors.RequestAbortedError(
        `The proxy opened no tunnel: ${cause.code}`
      )
    })
  }
}

/** Written as `proxy.example:3128` too, which other programs take. */
function proxyOf(name: string): string | undefined {
  const given = process.env[name.toLowerCase()] ?? process.env[name]
  return given && !given.includes("://") ? `http://${given}` : given
}
