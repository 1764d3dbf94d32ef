import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createNetServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressRule } from '../outbound/addresses.ts'
import type { Resolve } from '../outbound/exchange.ts'
import { post } from './post.ts'

let server: Server
let port: number
let answer: (response: ServerResponse) => void
const received: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(`${request.headers.host} ${request.url}`)
    answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** A stub resolver with these addresses. */
const resolvesTo = (...addresses: string[]): Resolve =>
  ((_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) => {
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as Resolve

const to = (text: string) => ({ url: new URL(text), headers: {}, body: '{}' })
const loopback = addressRule(['127.0.0.1/32'])
const publicOnly = addressRule([])

test('a notification is delivered with any 2xx answer', async () => {
  answer = (response) => response.writeHead(200).end('x'.repeat(1000))
  await post({ rule: loopback }, to(`http://127.0.0.1:${port}/ok`))
  await post({ rule: loopback, resolve: resolvesTo('127.0.0.1') }, to(`http://receiver.example:${port}/ok`))
  expect(received.splice(0)).toEqual([`127.0.0.1:${port} /ok`, `receiver.example:${port} /ok`])
})

test.each([
  ['a literal', publicOnly, undefined, 'http://127.0.0.1'],
  ['a name that resolves to loopback', publicOnly, resolvesTo('127.0.0.1'), 'http://receiver.example'],
  [
    'a name that also resolves to loopback',
    publicOnly,
    resolvesTo('1.1.1.1', '127.0.0.1'),
    'http://receiver.example',
  ],
  ['a name that resolves to nothing', publicOnly, resolvesTo(), 'http://receiver.example'],
  ['the name of the own machine', publicOnly, undefined, 'http://localhost'],
])('a post to %s is refused before anything is sent', async (_, rule, resolve, origin) => {
  const options = resolve === undefined ? { rule } : { rule, resolve }
  await expect(post(options, to(`${origin}:${port}/secret`))).rejects.toThrow('the address is not public')
  expect(received).toEqual([])
})

test('a post checks the connected address, even if the name resolved to another one', async () => {
  answer = (response) => response.writeHead(200).end()
  let asked = 0
  const onceOnly = (address: string) => {
    asked += 1
    return asked === 1 && address === '127.0.0.1'
  }
  const options = { rule: onceOnly, resolve: resolvesTo('127.0.0.1') }
  await expect(post(options, to(`http://receiver.example:${port}/secret`))).rejects.toThrow(
    'the address is not public',
  )
  expect(asked).toBe(2)
  expect(received).toEqual([])
})

test('a post follows no redirect', async () => {
  answer = (response) => response.writeHead(307, { location: `http://127.0.0.1:${port}/inner` }).end()
  await expect(post({ rule: loopback }, to(`http://127.0.0.1:${port}/outer`))).rejects.toThrow(
    'redirect refused',
  )
  expect(received.splice(0)).toEqual([`127.0.0.1:${port} /outer`])
})

test('a post does not read an endless answer to its end, nor passes its text on', async () => {
  answer = (response) => {
    response.writeHead(500)
    const more = (): void => {
      if (!response.destroyed) response.write('secret '.repeat(10_000), () => setImmediate(more))
    }
    more()
  }
  const refused = post({ rule: loopback }, to(`http://127.0.0.1:${port}/endless`))
  await expect(refused).rejects.toThrow(/^answered with status 500$/)
  received.splice(0)
})

test('a post to a receiver that does not answer ends at its timeout', async () => {
  answer = () => {}
  const refused = post({ rule: loopback, timeoutMs: 50 }, to(`http://127.0.0.1:${port}/silent`))
  await expect(refused).rejects.toThrow('no answer in time')
  received.splice(0)
})

test.each([
  ['does not end', (response: ServerResponse) => response.write('begun')],
  ['is cut off', (response: ServerResponse) => response.write('begun', () => response.destroy())],
])('the status of an answer decides, even if its body %s', async (_, half) => {
  const posted = () => post({ rule: loopback, timeoutMs: 200 }, to(`http://127.0.0.1:${port}/half`))
  answer = (response) => half(response.writeHead(200))
  await posted()
  answer = (response) => half(response.writeHead(503))
  await expect(posted()).rejects.toThrow('answered with status 503')
  received.splice(0)
})

test('a post ends at an answer that switches protocols', async () => {
  const switching = createNetServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
    )
  }).listen(0, '127.0.0.1')
  await once(switching, 'listening')
  const at = `http://127.0.0.1:${(switching.address() as AddressInfo).port}/`
  await expect(post({ rule: loopback }, to(at))).rejects.toThrow('the answer is not a valid answer to a POST')
  switching.close()
})

test('a post ends after more than ten interim answers', async () => {
  const hints = createNetServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      const interim = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(11)
      socket.end(`${interim}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`)
    })
  }).listen(0, '127.0.0.1')
  await once(hints, 'listening')
  const at = `http://127.0.0.1:${(hints.address() as AddressInfo).port}/`
  const posted = post({ rule: loopback }, to(at)).finally(() => hints.close())
  await expect(posted).rejects.toThrow('the answer is not a valid answer to a POST')
})

test('a post keeps the pause of Retry-After, up to an hour', async () => {
  answer = (response) => response.writeHead(429, { 'retry-after': '99999' }).end()
  const refused = post({ rule: loopback }, to(`http://127.0.0.1:${port}/busy`))
  await expect(refused).rejects.toMatchObject({ message: 'answered with status 429', retryAfter: 3600 })
  received.splice(0)
})

test('a post to a closed port fails with "no connection" only', async () => {
  const refused = post({ rule: loopback }, to('http://127.0.0.1:1/'))
  await expect(refused).rejects.toThrow(/^no connection$/)
})

test.each([
  ['empty lines before its answer', '\r\n'],
  ['an answer of one byte in each chunk of extensions', `1;${'e'.repeat(8000)}\r\nx\r\n`],
])('a receiver that sends %s without an end is read up to a limit', async (what, part) => {
  let sent = 0
  let isStopped = false
  const flooding = createNetServer((socket) => {
    socket.on('error', () => {})
    if (what.startsWith('an answer')) socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
    const piece = Buffer.from(part.repeat(Math.ceil(65_536 / part.length)))
    const flood = (): void => {
      while (!isStopped && !socket.destroyed && sent < 256 * 1024 * 1024) {
        sent += piece.length
        if (!socket.write(piece)) return
      }
      isStopped = true
      socket.destroy()
    }
    socket.on('drain', flood)
    flood()
  }).listen(0, '127.0.0.1')
  await once(flooding, 'listening')
  const { port: at } = flooding.address() as AddressInfo
  await post({ rule: loopback, timeoutMs: 2000 }, to(`http://127.0.0.1:${at}/flood`)).catch(() => {})
  // What the sockets of both sides buffer was sent, and was not read.
  expect(sent).toBeLessThan(32 * 1024 * 1024)
  flooding.close()
})
