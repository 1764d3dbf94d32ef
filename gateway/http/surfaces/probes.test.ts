import { EventEmitter, once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Exchange } from '../exchange.ts'
import { probes } from './probes.ts'

test('probes that end together are answered over several turns of the event loop', async () => {
  const check = new EventEmitter().setMaxListeners(100)
  const missing = async (): Promise<string[]> => {
    await once(check, 'done')
    return []
  }
  const { serve } = probes({ missing }).find(({ path }) => path === '/readyz')!
  let [begun, written] = [0, 0]
  const server = createServer((request, response) => {
    const end = response.end.bind(response) as () => typeof response
    response.end = ((...rest: Parameters<typeof end>) => {
      written += 1
      return end(...rest)
    }) as typeof response.end
    begun += 1
    void serve({ request, response, requestId: 'r', head: [] } as unknown as Exchange)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const answers = Array.from({ length: 80 }, () => statusOf(port))
  await expect.poll(() => begun).toBe(80)
  check.emit('done')
  await Promise.resolve()
  let most = 0
  for (let before = 0; written < 80; before = written) {
    await turn()
    most = Math.max(most, written - before)
  }
  expect(most).toBeLessThanOrEqual(32)
  expect(await Promise.all(answers)).toEqual(Array(80).fill(200))
})

test('an answer of a probe that cannot be written fails its call, in whichever turn', async () => {
  const { serve } = probes({ missing: async () => [] }).find(({ path }) => path === '/healthz')!
  const writeHead = () => {
    throw new Error('already sent')
  }
  const exchange = { request: { complete: true }, response: { writeHead }, head: [], requestId: 'r' }
  const calls = Array.from({ length: 40 }, () => serve(exchange as unknown as Exchange))
  const ended = await Promise.allSettled(calls)
  expect(ended.map(({ status }) => status)).toEqual(Array(40).fill('rejected'))
})

function statusOf(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/readyz', agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).on('error', reject)
  })
}
