import { expect, test } from 'vitest'
import { addressRule, allowedRanges } from './addresses.ts'

const rule = addressRule([])

test.each([
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '192.0.0.192',
  '100.100.100.200',
  '168.63.129.16',
  '::ffff:168.63.129.16',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::a9fe:a9fe',
  '::2',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::a9fe:a9fe',
  '4000::1',
  'fec0::1',
  '2002:a9fe:a9fe::1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '2001:db8::1',
  'not an address',
  '',
])('calls to %s are forbidden', (address) => {
  expect(rule(address)).toBe(false)
})

test.each(['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e'])(
  'calls to %s are allowed',
  (address) => {
    expect(rule(address)).toBe(true)
  },
)

test('calls to listed ranges are allowed in any form of the address, and to nothing beside them', () => {
  const listed = addressRule(allowedRanges('10.1.0.0/16, 127.0.0.1,fd00::/8'))
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '127.0.0.1', 'fd12::1'])
    expect(listed(address)).toBe(true)
  for (const address of ['10.2.0.1', '127.0.0.2', '169.254.169.254', 'fe80::1'])
    expect(listed(address)).toBe(false)
})

test.each(['10.0.0.0/33', 'host', '10.0.0.0/8/8', '::/129', '10.0.0.0/x'])(
  'the list of ranges %s is refused',
  (text) => {
    expect(() => allowedRanges(text)).toThrow('ATTESTRY_NOTIFICATION_ADDRESSES')
  },
)
