import { createSocket, type Socket } from 'node:dgram'
import type { LookupAddress, lookup as systemLookup } from 'node:dns'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameResolver } from './name-resolver.ts'

/**
 * A name server. It does not answer about `silent.test`, fails for names that begin with `broken`, knows two names, and denies
 * all others.
 */
let server: Socket
let servers: string[]
beforeAll(async () => {
  server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    const answer = answerTo(query)
    if (answer !== undefined) server.send(answer, port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  servers = [`127.0.0.1:${server.address().port}`]
})
afterAll(() => server.close())

const ADDRESSES: { [name: string]: { [type: number]: number[] } } = {
  'both.test': { 1: [192, 0, 2, 1], 28: [0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 1] },
  'half.test': { 1: [192, 0, 2, 2] },
}

/** RFC 1035 section 4. */
function answerTo(query: Buffer): Buffer | undefined {
  const labels: string[] = []
  let at = 12
  for (; query[at] !== 0; at += query[at]! + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
  const [name, type] = [labels.join('.'), query.readUInt16BE(at + 1)]
  if (name.endsWith('silent.test') || (name === 'half.test' && type === 28)) return undefined
  const address = ADDRESSES[name]?.[type]
  const head = Buffer.alloc(12)
  head.set(query.subarray(0, 2))
  head.writeUInt16BE(name.startsWith('broken') ? 0x8182 : name in ADDRESSES ? 0x8180 : 0x8183, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(address === undefined ? 0 : 1, 6)
  const record =
    address === undefined ? [] : [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, address.length, ...address]
  return Buffer.concat([head, query.subarray(12, at + 5), Buffer.from(record)])
}

type Waiting = { name: string; answer(...addresses: string[]): void }

/**
 * The resolver, and the names for which it asked the system's lookup. The test gives the answers of that lookup.
 *
 * @param timeoutMs long enough for a server in this process on a busy machine; short where a query has no answer
 */
function resolving(timeoutMs: number): { resolve(name: string): Promise<string[]>; asked: Waiting[] } {
  const asked: Waiting[] = []
  const system = ((name: string, _: object, done: (error: null, found: LookupAddress[]) => void) => {
    asked.push({
      name,
      answer: (...addresses) =>
        done(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        ),
    })
  }) as unknown as typeof systemLookup
  const resolver = nameResolver({ hosts: '/dev/null', servers, system, timeoutMs })
  const resolve = (name: string) =>
    new Promise<string[]>((settle, fail) => {
      resolver(name, { all: true }, (error, found) =>
        error === null ? settle(found.map(({ address }) => address)) : fail(error),
      )
    })
  return { resolve, asked }
}

// The first two tests wait for timeouts, together. The others wait for their turn of the process's one lookup by the system.
test.concurrent('a name known to DNS takes no thread, even if one of its two queries has no answer', async () => {
  const { resolve, asked } = resolving(2000)
  expect(await resolve('both.test')).toEqual(['192.0.2.1', '2001:db8::1'])
  expect(await resolve('half.test')).toEqual(['192.0.2.2'])
  expect(asked).toEqual([])
})

test.concurrent('names whose DNS servers do not answer time out, and take no thread', async () => {
  const { resolve, asked } = resolving(500)
  const names = Array.from({ length: 8 }, (_, n) => resolve(`n${n}.silent.test`).catch(({ code }) => code))
  expect(await Promise.all(names)).toEqual(Array(8).fill('EAI_AGAIN'))
  expect(asked).toEqual([])
})

test('names that DNS does not have are looked up by the system, one at a time', async () => {
  const { resolve, asked } = resolving(10_000)
  const first = resolve('first')
  await expect.poll(() => asked.length).toBe(1)
  const second = resolve('second')
  expect(await resolve('both.test')).toHaveLength(2)
  expect(asked.map(({ name }) => name)).toEqual(['first'])
  asked[0]!.answer('192.0.2.3')
  expect(await first).toEqual(['192.0.2.3'])
  await expect.poll(() => asked.length).toBe(2)
  asked[1]!.answer('192.0.2.4')
  expect(await second).toEqual(['192.0.2.4'])
})

test('a public name whose DNS servers fail takes no thread, and one with other possible sources is looked up', async () => {
  const { resolve, asked } = resolving(10_000)
  const names = ['broken.test', 'broken.of.example.']
  const answers = names.map((name) => resolve(name).catch(({ code }) => code))
  expect(await Promise.all(answers)).toEqual(['EAI_AGAIN', 'EAI_AGAIN'])
  expect(asked).toEqual([])
  const found = ['broken', 'broken.local'].map(resolve)
  for (const n of [0, 1]) {
    await expect.poll(() => asked.length).toBe(n + 1)
    asked[n]!.answer('192.0.2.5')
  }
  expect(await Promise.all(found)).toEqual([['192.0.2.5'], ['192.0.2.5']])
})
