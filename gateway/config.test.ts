import { expect, test } from 'vitest'
import { readAllowedHosts, readGatewayConfig } from './config.ts'

test.each([
  ['127.0.0.1', '127.0.0.1', 'http://127.0.0.1:9000'],
  ['::', '::', 'http://[::]:9000'],
  ['[::1]', '::1', 'http://[::1]:9000'],
  ['attestry.example', 'attestry.example', 'http://attestry.example:9000'],
])('HOST=%s listens on %s', (given, host, baseUrl) => {
  const config = readGatewayConfig({ HOST: given, PORT: '9000' })
  expect(config).toMatchObject({ listen: { host, port: 9000 }, baseUrl })
})

test.each([
  [{ PORT: '70000' }, 'PORT: 70000 is not a port from 0 to 65535'],
  [{ HOST: '::', PORT: '70000' }, 'PORT: 70000 is not a port from 0 to 65535'],
  [{ PORT: '' }, 'PORT: an empty text is not a port from 0 to 65535'],
  [{ HOST: '' }, 'HOST: an empty text is not a host name or an address'],
  [{ HOST: 'http://127.0.0.1' }, 'HOST: http://127.0.0.1 is not a host name or an address'],
  [{ HOST: '127.0.0.1:80' }, 'HOST: 127.0.0.1:80 is not a host name or an address'],
  [
    { ATTESTRY_MAX_CONNECTIONS: '' },
    'ATTESTRY_MAX_CONNECTIONS: an empty text is not a whole number from 1 to 9999999',
  ],
])('%j is refused by the name of its variable', (env, message) => {
  expect(() => readGatewayConfig(env)).toThrow(message)
})

test.each(['attestry.example', 'localhost:8080', 'https://user:secret@attestry.example'])(
  'ATTESTRY_BASE_URL=%s is refused, since no browser follows what begins with it',
  (address) =>
    expect(() => readGatewayConfig({ ATTESTRY_BASE_URL: address })).toThrow(
      /^ATTESTRY_BASE_URL must be http/,
    ),
)

test('ATTESTRY_BASE_URL without a value is not set', () => {
  expect(readGatewayConfig({ ATTESTRY_BASE_URL: '' }).baseUrl).toBe('http://127.0.0.1:8080')
})

test.each(['https://ops.internal', 'ops.internal:8080', 'a.example b.example', '*.example', 'a.example/b'])(
  'ATTESTRY_ALLOWED_HOSTS=%s is refused, since no Host header has it',
  (hosts) =>
    expect(() => readAllowedHosts({ ATTESTRY_ALLOWED_HOSTS: `ok.example, ${hosts}` })).toThrow(
      /^ATTESTRY_ALLOWED_HOSTS must be host names/,
    ),
)

test('ATTESTRY_ALLOWED_HOSTS takes names and addresses', () => {
  const hosts = ['ops.internal', 'Second.Example', '10.0.0.1', '2001:db8::1']
  expect(readAllowedHosts({ ATTESTRY_ALLOWED_HOSTS: hosts.join(' ,') })).toEqual(hosts)
})

test.each(['proxy', '10.0.0.1/', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/1e1', '10.0.0.0/8/8', '::1/129'])(
  'ATTESTRY_TRUSTED_PROXIES=%s is refused before anything starts, and trusts no address',
  (proxies) =>
    expect(() => readGatewayConfig({ ATTESTRY_TRUSTED_PROXIES: `127.0.0.1, ${proxies}` })).toThrow(
      /^ATTESTRY_TRUSTED_PROXIES: .* is not an address or a range$/,
    ),
)

test('ATTESTRY_TRUSTED_PROXIES takes addresses and ranges', () => {
  const proxies = '10.0.0.1, 10.1.0.0/16, 2001:db8::/32, ::1'
  expect(readGatewayConfig({ ATTESTRY_TRUSTED_PROXIES: proxies }).trustedProxies).toBe(proxies)
})
