import { expect, test } from 'vitest'
import { networkOf, plainAddress } from './client-network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0000:0000::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('networkOf counts address %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('IPv4 addresses at a dual-stack port are counted each by itself', () => {
  const seen = ['::ffff:192.0.2.7', '::ffff:192.0.2.8', '192.0.2.9', '::ffff:c000:207']
  expect(seen.map(plainAddress)).toEqual(['192.0.2.7', '192.0.2.8', '192.0.2.9', '::ffff:c000:207'])
})
