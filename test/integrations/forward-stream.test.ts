import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exitCodeOf } from '../../gateway/cli/forward/forward.ts'
import { sign } from '../../services/ingestion/domain/webhook/signature.ts'
import { type Call, eventually, failed, type Planned, SECRET } from './receiver.ts'
import { bodies, relays, relaysForEachTest, spool, spooled, start } from './relays.ts'

relaysForEachTest()

async function* stream(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

describe('attestry webhook forward of standard input', () => {
  test('delivers each alert unchanged, signed so that Stripe’s verifier and ours accept it', async () => {
    const alerts = ['{ "title": "Å – ü",\r\n "n": 1.0 }', '{"b":2}', '[3]']
    const relay = await start({ kind: 'stream', input: stream(alerts.join('\n'), '\n') }, [], {
      format: 'vendor_siem',
    })
    expect(await relay.done).toEqual({ accepted: 3, replayed: 0, refused: 0, pending: 0 })
    expect(bodies().sort()).toEqual([...alerts].sort())
    for (const call of relays.receiver.calls) {
      expect(call).toMatchObject({
        ours: true,
        stripes: true,
        format: 'vendor_siem',
        contentType: 'application/json',
      })
    }
    expect(spooled('pending')).toEqual([])
  })

  test('retries after 500, 502, 503, 408, 429, a hang-up and a proxy’s page until it is accepted', async () => {
    const page: Planned = { status: 200, body: '<html>Welcome</html>' }
    const other: Planned = { status: 200, body: { ok: true } }
    const plan = [
      failed(500),
      failed(502),
      failed(503),
      failed(408),
      failed(429),
      'hang up',
      page,
      other,
    ] satisfies Planned[]
    const relay = await start({ kind: 'stream', input: stream('{"a":1}') }, [...plan])
    expect(await relay.done).toMatchObject({ accepted: 1, pending: 0 })
    expect(bodies()).toEqual(Array(9).fill('{"a":1}'))
  })

  test('repeats the signature on a quick retry, so that an accepted first try is a replay', async () => {
    const relay = await start({ kind: 'stream', input: stream('{"a":1}') }, ['hang up', failed(500)])
    await relay.done
    const signatures = relays.receiver.calls.map((call) => [call.signature, call.firstSignature])
    expect(signatures).toEqual(Array(3).fill([signatures[0]![0], null]))
    expect(relays.receiver.calls).toHaveLength(3)
  })

  test('waits for Retry-After', async () => {
    const relay = await start({ kind: 'stream', input: stream('{"a":1}') }, [
      failed(429, { 'retry-after': '1' }),
    ])
    expect(await relay.done).toMatchObject({ accepted: 1 })
    expect(relays.receiver.calls[1]!.at - relays.receiver.calls[0]!.at).toBeGreaterThanOrEqual(990)
  })

  test('holds all waiting alerts back after a 429, as the limit is the endpoint’s', async () => {
    const alerts = Array.from({ length: 40 }, (_, n) => `{"n":${n}}`).join('\n')
    const relay = await start({ kind: 'stream', input: stream(alerts) }, [
      failed(429, { 'retry-after': '1' }),
    ])
    expect(await relay.done).toMatchObject({ accepted: 40 })
    const [first, ...others] = relays.receiver.calls
    // Only what was under way when the 429 arrived: four at a time, and a few that went before it was read.
    expect(others.filter((call) => call.at < first!.at + 900).length).toBeLessThanOrEqual(20)
  })

  test('keeps a refused alert with the reason, delivers the others, and exits with 1', async () => {
    const relay = await start({ kind: 'stream', input: stream('{"a":1}\nno json\n{"b":2}\n') }, [failed(422)])
    const counts = await relay.done
    expect(counts).toEqual({ accepted: 1, replayed: 0, refused: 2, pending: 0 })
    expect(exitCodeOf(counts)).toBe(1)
    const names = spooled('refused')
    expect(names.filter((name) => name.endsWith('.json'))).toHaveLength(2)
    expect(relays.receiver.calls).toHaveLength(2)
    const texts = names.map((name) => readFileSync(join(spool('refused'), name), 'utf8'))
    expect(texts).toContain('no json')
    expect(texts).toContain('not_json\n')
    expect(texts).toContain('422 test_error: "as planned"\n')
  })

  test('does not follow a redirect', async () => {
    const relay = await start({ kind: 'stream', input: stream('{"a":1}') }, [
      failed(307, { location: '/elsewhere' }),
    ])
    expect(await relay.done).toMatchObject({ accepted: 0, refused: 1 })
    expect(relays.receiver.calls).toHaveLength(1)
  })

  test('leaves the alerts on disk when it is stopped while the endpoint is down', async () => {
    const relay = await start(
      { kind: 'stream', input: stream('{"a":1}\n{"b":2}\n') },
      Array(200).fill(failed(503)),
    )
    await eventually(() => relays.receiver.calls.length >= 4)
    await relay.stop()
    const counts = await relay.done
    expect(counts).toMatchObject({ accepted: 0, pending: 2 })
    expect(exitCodeOf(counts)).toBe(1)
    expect(
      spooled('pending')
        .map((name) => readFileSync(join(spool('pending'), name), 'utf8'))
        .sort(),
    ).toEqual(['{"a":1}', '{"b":2}'])
  })

  test('never sends alerts that wait for one address to another', async () => {
    const relay = await start({ kind: 'stream', input: stream('{"a":1}') }, Array(200).fill(failed(503)))
    await eventually(() => relays.receiver.calls.length >= 1)
    await relay.stop()
    await relay.done
    const url = `${relays.receiver.url}_another`
    const other = await start({ kind: 'stream', input: stream('{"b":2}') }, 'same receiver', { url })
    await eventually(() => bodies().includes('{"b":2}'))
    await other.stop()
    expect(await other.done).toMatchObject({ pending: 1 })
    const after = bodies().slice(bodies().indexOf('{"b":2}'))
    expect(new Set(after)).toEqual(new Set(['{"b":2}']))
  })

  test('continues after a restart with what an earlier run left', async () => {
    const plan: Planned[] = Array(4).fill(failed(503))
    const relay = await start({ kind: 'stream', input: stream('{"a":1}\n{"b":2}\n') }, plan, {
      backoff: { firstMs: 60_000, maxMs: 60_000 },
    })
    await eventually(() => relays.receiver.calls.length === 2)
    await relay.stop()
    await relay.done
    plan.length = 0
    const next = await start({ kind: 'stream', input: stream('{"c":3}\n') }, 'same receiver')
    expect(await next.done).toEqual({ accepted: 3, replayed: 0, refused: 0, pending: 0 })
    expect(bodies().slice(2).sort()).toEqual(['{"a":1}', '{"b":2}', '{"c":3}'])
  })

  test('sends the first signature beside a new one on a later try, also of another run', async () => {
    const plan: Planned[] = ['hang up']
    const relay = await start({ kind: 'stream', input: stream('{"a":1}') }, plan, {
      backoff: { firstMs: 60_000, maxMs: 60_000 },
    })
    await eventually(() => relays.receiver.calls.length === 1)
    await relay.stop()
    await relay.done
    // As if it had come a minute earlier.
    const [name] = spooled('pending')
    const keptAt = Number(name!.slice(0, 13)) - 60_000
    renameSync(join(spool('pending'), name!), join(spool('pending'), `${keptAt}${name!.slice(13)}`))
    plan.push(failed(503))
    const next = await start({ kind: 'stream', input: stream('') }, 'same receiver')
    expect(await next.done).toMatchObject({ accepted: 1 })
    const [, second, third] = relays.receiver.calls
    const t = Math.floor(keptAt / 1000)
    const first = sign(SECRET, t, Buffer.from('{"a":1}'))
    expect([second, third]).toMatchObject(Array(2).fill({ ours: true, stripes: true, firstSignature: first }))
    expect(Number(/^t=([0-9]+)/.exec(third!.signature)![1])).toBeGreaterThan(t + 50)
  })

  test('does not hold other alerts up for one that always fails', async () => {
    const poison = '{"poison":1}'
    const others = ['{"b":2}', '{"c":3}']
    const untilTheOthersCame = (calls: readonly Call[]) => {
      const came = others.every((other) => calls.some(({ body }) => body.toString() === other))
      return calls.at(-1)!.body.toString() === poison && !came ? failed(500) : undefined
    }
    const input = stream(`${poison}\n`, `${others.join('\n')}\n`)
    const relay = await start({ kind: 'stream', input }, untilTheOthersCame)
    expect(await relay.done).toMatchObject({ accepted: 3 })
    for (const other of others) expect(bodies().filter((body) => body === other)).toHaveLength(1)
    expect(bodies().at(-1)).toBe(poison)
  })
})
