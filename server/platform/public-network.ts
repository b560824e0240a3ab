import { BlockList, isIP, isIPv4 } from 'node:net'

/** Loopback, private, link-local, shared and unspecified addresses: nothing that the internet routes. */
const NOT_PUBLIC = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  NOT_PUBLIC.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  NOT_PUBLIC.addSubnet(network, bits, 'ipv6')
}

/** The eight groups of an IPv6 address, as numbers. */
function groupsOf(ip: string): number[] {
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((g) => parseInt(g, 16)))
  const [head = '', tail] = ip.split('::')
  const front = parse(head)
  if (tail === undefined) return front
  const back = parse(tail)
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back]
}

/** The IPv4 address inside `::ffff:1.2.3.4` or `::ffff:102:304`; null for a true IPv6 address. */
function mappedIPv4(canonical: string): string | null {
  const hex = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(canonical)
  if (!hex?.[1] || !hex[2]) return null
  return [parseInt(hex[1], 16), parseInt(hex[2], 16)].flatMap((n) => [n >> 8, n & 255]).join('.')
}

/**
 * What counts as one place on the internet: an IPv4 address, or the /64 of an IPv6 address, which one customer has.
 * @returns null for loopback and private addresses, and for none
 */
export function publicNetworkOf(ip: string | null): string | null {
  const address = ip?.replace(/%.*$/, '') ?? ''
  if (isIP(address) === 0) return null
  if (isIPv4(address)) return NOT_PUBLIC.check(address, 'ipv4') ? null : address
  // The URL parser writes an IPv6 address in its one shortest form.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const mapped = mappedIPv4(canonical)
  if (mapped) return publicNetworkOf(mapped)
  if (NOT_PUBLIC.check(canonical, 'ipv6')) return null
  const prefix = groupsOf(canonical).slice(0, 4)
  return `${prefix.map((group) => group.toString(16)).join(':')}::/64`
}

/** Much more of the internet, which one person can still rent cheaply: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export function rangeOf(network: string): string {
  if (!network.includes(':')) return `${network.slice(0, network.lastIndexOf('.'))}.0/24`
  return `${network.split(':').slice(0, 3).join(':')}::/48`
}
