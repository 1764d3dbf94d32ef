import { expect, test } from 'vitest'
import { readServiceConfig } from './config.ts'

const ENV = { DATABASE_URL: 'postgres://x', ATTESTRY_CLIENT_TOKEN: 'a-token-of-thirty-two-characters' }

test.each([
  ['7001', { host: '127.0.0.1', port: 7001 }],
  ['[::1]:7001', { host: '::1', port: 7001 }],
  ['localhost:7001', { host: 'localhost', port: 7001 }],
])('a service listens where its variable says: %s', (text, listen) => {
  expect(readServiceConfig('gate', { ...ENV, ATTESTRY_GATE_LISTEN: text }).listen).toEqual(listen)
})

test('a service address beyond loopback needs TLS', () => {
  const env = { ...ENV, ATTESTRY_GATE_LISTEN: 'gate.internal:7001' }
  expect(() => readServiceConfig('gate', env)).toThrow('ATTESTRY_GATE_LISTEN: gate.internal is not loopback')
})

test.each([
  ['', 'ATTESTRY_GATE_LISTEN: an empty text is not host:port'],
  ['127.0.0.1', 'ATTESTRY_GATE_LISTEN: 127.0.0.1 is not host:port'],
  ['127.0.0.1:70000', 'ATTESTRY_GATE_LISTEN: 127.0.0.1:70000 is not host:port'],
])('a malformed service address is refused with its variable’s name: %j', (text, message) => {
  expect(() => readServiceConfig('gate', { ...ENV, ATTESTRY_GATE_LISTEN: text })).toThrow(message)
})
