import { BlockList, isIP, isIPv6 } from "node:net"
import { isLoopback } from "../options/addresses"

/** An answer of any status; redirects are not followed. */
export type Answer = {
  status: number
  /** Names in lower case; of a repeated header the first value. */
  headers: Record<string, string>
  /** As much of it as who asks wants to read. */
  text: string
  /** Milliseconds since 1970 between sending and receiving. */
  at: number
}

/** What came back: an answer, or the error code of the failure to get one. */
export type Asked = { answer: Answer } | { failure: string }

const SELF_SIGNED = "shows a self-signed certificate"
const CHAIN =
  "shows a certificate of an authority that this machine does not know, or without its intermediate certificates"
const SILENT = "took no connection within 5 s, as behind a closed firewall"
const BROKEN = "broke the connection off"
const NO_NAME = "has a name that DNS does not know"

const WORDS: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  SELF_SIGNED_CERT_IN_CHAIN: SELF_SIGNED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CHAIN,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CHAIN,
  UNABLE_TO_GET_ISSUER_CERT: CHAIN,
  CERT_HAS_EXPIRED: "shows a certificate that has expired",
  CERT_NOT_YET_VALID: "shows a certificate that is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "shows a certificate for another name",
  EPROTO: "does not speak TLS on this port",
  ECONNREFUSED: "has nothing listening on this port",
  ENOTFOUND: NO_NAME,
  EAI_AGAIN: NO_NAME,
  EHOSTUNREACH: "cannot be reached from this network",
  ENETUNREACH: "cannot be reached from this network",
  UND_ERR_CONNECT_TIMEOUT: SILENT,
  ETIMEDOUT: SILENT,
  UND_ERR_HEADERS_TIMEOUT: "took the request and did not answer in time",
  UND_ERR_BODY_TIMEOUT: "did not finish its answer in time",
  TimeoutError: "did not finish its answer in time",
  UND_ERR_RES_EXCEEDED_MAX_SIZE: "answered with more than is read of it",
  UND_ERR_SOCKET: BROKEN,
  ECONNRESET: BROKEN,
}

/** Why a host gave no answer, as the rest of a sentence that names it. */
export function failureWords(code: string): string {
  if (code.startsWith("ERR_SSL")) {
    return "does not speak TLS on this port"
  }
  return WORDS[code] ?? `gave no answer (${code})`
}

const PRIVATE = new BlockList()
for (const [net, bits] of [
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  PRIVATE.addSubnet(net, bits, "ipv4")
}
PRIVATE.addAddress("::1", "ipv6")
PRIVATE.addSubnet("fc00::", 7, "ipv6")
PRIVATE.addSubnet("fe80::", 10, "ipv6")

/** Whether an IP address is valid on its own network only. */
export function isPrivate(address: string): boolean {
  return PRIVATE.check(address, isIPv6(address) ? "ipv6" : "ipv4")
}

/**
 * Whether a host can be reached only from its own network, judged by its name,
 * or by its IP addresses in DNS where they were looked up.
 */
export function staysInside(hostname: string, found: string[] = []): boolean {
  const address = hostname.replace(/^\[|\]$/g, "")
  const byForm = isIP(address)
    ? isPrivate(address)
    : !address.includes(".") ||
      /\.(local|internal|test|localhost)$/.test(address)
  return (
    isLoopback(hostname) ||
    byForm ||
    (found.length > 0 && found.every(isPrivate))
  )
}
