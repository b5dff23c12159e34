import { BlockList, isIPv6 } from "node:net"

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

/** Whether an IP address means something on its own network only. */
export function isPrivate(address: string): boolean {
  return PRIVATE.check(address, isIPv6(address) ? "ipv6" : "ipv4")
}
