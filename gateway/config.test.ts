import { expect, test } from 'vitest'
import { readGatewayConfig } from './config.ts'

test.each([
  ['127.0.0.1', '127.0.0.1', 'http://127.0.0.1:9000'],
  ['::', '::', 'http://[::]:9000'],
  ['[::1]', '::1', 'http://[::1]:9000'],
  ['attestry.example', 'attestry.example', 'http://attestry.example:9000'],
])('HOST=%s listens on %s', (given, host, baseUrl) => {
  const config = readGatewayConfig({ HOST: given, PORT: '9000' })
  expect(config).toMatchObject({ listen: { host, port: 9000 }, baseUrl })
})

test.each([['::'], ['127.0.0.1']])('HOST=%s with an invalid port is refused', (host) => {
  expect(() => readGatewayConfig({ HOST: host, PORT: '70000' })).toThrow(
    /^HOST and PORT: .*:70000 is not host:port$/,
  )
})
