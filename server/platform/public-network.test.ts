import { describe, expect, it } from 'vitest'
import { publicNetworkOf, rangeOf } from './public-network.ts'

describe('the network of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::5', '2001:db8:0:0::/64'],
  ])('%s is %s', (ip, network) => {
    expect(publicNetworkOf(ip)).toBe(network)
  })

  it('is one for all addresses of a /64, which one customer has', () => {
    expect(publicNetworkOf('2001:db8:1:2::1')).toBe(publicNetworkOf('2001:db8:1:2:ffff:1:2:3'))
    expect(publicNetworkOf('2001:db8:1:2::1')).not.toBe(publicNetworkOf('2001:db8:1:3::1'))
  })

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.1.1',
    '100.64.0.1',
    '::1',
    'fe80::1%eth0',
    'fd00::1',
    '::ffff:10.0.0.1',
    'nonsense',
  ])('%s has none', (ip) => {
    expect(publicNetworkOf(ip)).toBeNull()
  })

  it('does not take public neighbours of private ranges for private', () => {
    for (const ip of ['172.32.0.1', '192.169.0.1', '11.0.0.1', '100.128.0.1']) {
      expect(publicNetworkOf(ip)).toBe(ip)
    }
    expect(publicNetworkOf(null)).toBeNull()
  })
})

it.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:0:0::/64', '2001:db8:0::/48'],
])('%s is in the range %s', (network, range) => {
  expect(rangeOf(network)).toBe(range)
})
