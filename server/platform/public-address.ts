import { BlockList, isIP } from 'node:net'

/** Everything that is not the public internet: IANA's special-purpose registries, multicast and reserved space. */
const NOT_PUBLIC_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Public IPv6 is 2000::/3; these parts of it are tunnels that carry an IPv4 address, or not routed. */
const NOT_PUBLIC_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function blockList(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

const ipv4 = blockList(NOT_PUBLIC_IPV4, 'ipv4')
const ipv6 = blockList(NOT_PUBLIC_IPV6, 'ipv6')
const global = blockList(['2000::/3'], 'ipv6')

/** Whether an IP address (not a name) lies in the public internet. IPv4 addresses inside IPv6 ones do not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !ipv4.check(address, 'ipv4')
    case 6:
      return global.check(address, 'ipv6') && !ipv6.check(address, 'ipv6')
    default:
      return false
  }
}

/**
 * Addresses of a machine itself and of its link, where clouds tell a machine its secrets: link-local ones, and those of
 * metadata services elsewhere (AWS and Google by IPv6, Alibaba, Oracle, Azure). IPv4 addresses inside IPv6 ones count.
 */
const METADATA_IPV4 = ['169.254.0.0/16', '100.100.100.200/32', '192.0.0.192/32', '168.63.129.16/32']
const metadata = blockList(METADATA_IPV4, 'ipv4')
for (const [network, bits] of [
  ['fe80::', 10],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
] as const) {
  metadata.addSubnet(network, bits, 'ipv6')
}
// The same where IPv6 is translated (NAT64) or tunnelled (6to4) to IPv4.
for (const network of METADATA_IPV4) {
  const [address = '', bits] = network.split('/')
  const hex = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'))
  const embedded = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`
  metadata.addSubnet(`64:ff9b::${embedded}`, 96 + Number(bits), 'ipv6')
  metadata.addSubnet(`2002:${embedded}::`, 16 + Number(bits), 'ipv6')
}
const METADATA_NAMES = new Set(['metadata', 'metadata.google.internal', 'instance-data'])

/** Whether a host (a name, or an address without brackets) is one that is never called, whoever has configured it. */
export function isMetadataHost(host: string): boolean {
  const family = isIP(host)
  if (family !== 0) return metadata.check(host, family === 4 ? 'ipv4' : 'ipv6')
  const name = host.toLowerCase().replace(/\.$/, '')
  return METADATA_NAMES.has(name) || name.startsWith('instance-data.')
}
