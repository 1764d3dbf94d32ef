import http from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { abortWithoutStacks } from './aborts.ts'

test('errors of requests aborted by a closing connection have no stack, and others have one', async () => {
  const aborted: Error[] = []
  const all = Promise.withResolvers<void>()
  const server = http.createServer((request) => {
    request.on('error', (error) => {
      aborted.push(error)
      if (aborted.length === 3) all.resolve()
    })
    if (request.url === '/last') client.destroy()
  })
  abortWithoutStacks(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write(get('/a') + get('/b') + get('/last'))
  await all.promise
  for (const { stack } of aborted) expect(stack).not.toContain('\n    at ')
  expect(new Error('another').stack).toContain('\n    at ')
  server.close()
})
