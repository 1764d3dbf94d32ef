import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { Forwarding } from '../../gateway/cli/forward/forward.ts'
import { eventually, failed, type Planned } from './receiver.ts'
import { bodies, relays, relaysForEachTest, spool, spooled, start } from './relays.ts'

relaysForEachTest()

const post = (relay: Forwarding, body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${relay.port}/any/path`, { method: 'POST', body, headers })

describe('attestry webhook forward --listen', () => {
  test('forwards bytes unchanged, and answers with the endpoint’s answer', async () => {
    const relay = await start({ kind: 'listen', port: 0 })
    const body = Buffer.from([0x7b, 0x22, 0xc3, 0xa5, 0x22, 0x3a, 0x31, 0x7d, 0x0d, 0x0a])
    const answers = [await post(relay, body), await post(relay, body)]
    expect(answers.map((answer) => answer.status)).toEqual([200, 200])
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([
      { received: true, replay: false },
      { received: true, replay: true },
    ])
    for (const call of relays.receiver.calls) expect(call).toMatchObject({ body, ours: true, stripes: true })
  })

  test('answers Okta’s one-time verification of an event hook, and forwards nothing', async () => {
    const relay = await start({ kind: 'listen', port: 0 })
    const headers = { 'x-okta-verification-challenge': 'a "b" 1' }
    const answer = await fetch(`http://127.0.0.1:${relay.port}/okta`, { headers })
    expect([answer.status, await answer.json()]).toEqual([200, { verification: 'a "b" 1' }])
    const counts = await (await fetch(`http://127.0.0.1:${relay.port}/okta`)).json()
    expect(counts).not.toHaveProperty('verification')
    expect(relays.receiver.calls).toHaveLength(0)
  })

  test('answers a sender that half-closes after its alert', async () => {
    const relay = await start({ kind: 'listen', port: 0 })
    const socket = connect({ port: relay.port!, host: '127.0.0.1', allowHalfOpen: true })
    socket.end('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 7\r\n\r\n{"a":1}')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*"received":true/s)
    expect(bodies()).toEqual(['{"a":1}'])
  })

  test('passes a refusal on to the sender, and keeps the alert', async () => {
    const relay = await start({ kind: 'listen', port: 0 }, [failed(422)])
    const answer = await post(relay, '{"a":1}')
    expect(answer.status).toBe(422)
    expect(spooled('refused').filter((name) => name.endsWith('.json'))).toHaveLength(1)
  })

  test('answers 202 while the endpoint is down once the alert is on disk, and delivers it later', async () => {
    const plan: Planned[] = Array(1000).fill('hang up')
    const relay = await start({ kind: 'listen', port: 0 }, plan, { answerWithinMs: 50 })
    const answer = await post(relay, '{"a":1}')
    expect(answer.status).toBe(202)
    expect(await answer.json()).toEqual({ received: true, spooled: true })
    const [name] = spooled('pending')
    const file = join(spool('pending'), name!)
    expect(readFileSync(file, 'utf8')).toBe('{"a":1}')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    plan.length = 0
    await eventually(() => spooled('pending').length === 0)
    expect(relays.receiver.calls.at(-1)?.body.toString()).toBe('{"a":1}')
  })

  test('refuses what a web page could send through a browser', async () => {
    const relay = await start({ kind: 'listen', port: 0 })
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      expect((await post(relay, '{"a":1}', headers as unknown as Record<string, string>)).status).toBe(403)
    }
    const status = await new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port: relay.port,
        method: 'POST',
        headers: { host: 'evil.example' },
      }
      request(options, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end('{}')
    })
    expect(status).toBe(403)
    expect(relays.receiver.calls).toHaveLength(0)
  })

  test('refuses empty, compressed and oversized bodies, and other methods', async () => {
    const relay = await start({ kind: 'listen', port: 0 })
    expect((await post(relay, '')).status).toBe(400)
    expect((await post(relay, '{}', { 'content-encoding': 'gzip' })).status).toBe(415)
    expect((await post(relay, Buffer.alloc(1024 * 1024 + 1, 0x20))).status).toBe(413)
    const address = `http://127.0.0.1:${relay.port}/`
    expect((await fetch(address, { method: 'PUT', body: '{}' })).status).toBe(405)
    expect(await (await fetch(address)).json()).toEqual({ accepted: 0, replayed: 0, refused: 0, pending: 0 })
    expect(relays.receiver.calls).toHaveLength(0)
  })

  test('delivers fifty simultaneous alerts', async () => {
    const relay = await start({ kind: 'listen', port: 0 }, [failed(500), 'hang up', failed(503)])
    const alerts = Array.from({ length: 50 }, (_, n) => `{"n":${n}}`)
    const answers = await Promise.all(alerts.map((alert) => post(relay, alert)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(bodies())).toEqual(new Set(alerts))
  })

  test('does not start a second relay on one spool directory, until the first has stopped', async () => {
    const first = await start({ kind: 'listen', port: 0 })
    await expect(start({ kind: 'listen', port: 0 }, 'same receiver')).rejects.toThrow('another relay')
    await first.stop()
    await first.done
    await start({ kind: 'listen', port: 0 }, 'same receiver')
  })

  test('starts after a crash even if another process has the number in the lock file', async () => {
    const first = await start({ kind: 'listen', port: 0 })
    await first.stop()
    await first.done
    // The files that earlier relays left behind.
    writeFileSync(join(spool('.'), 'lock'), `${process.ppid}\n`)
    const relay = await start({ kind: 'listen', port: 0 }, 'same receiver')
    expect((await post(relay, '{"a":1}')).status).toBe(200)
  })
})
