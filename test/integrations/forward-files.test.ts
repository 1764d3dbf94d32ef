import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exitCodeOf } from '../../gateway/cli/forward/forward.ts'
import { failed, startReceiver } from './receiver.ts'
import { bodies, relays, relaysForEachTest, start } from './relays.ts'

relaysForEachTest()

describe('attestry webhook forward of files', () => {
  const file = (name: string, text: string) => {
    writeFileSync(join(relays.directory, name), text)
    return join(relays.directory, name)
  }

  test('forwards a whole document and a file with one alert per line in order, and retries a failing endpoint', async () => {
    const paths = [file('one.json', '{\n "a": 1\n}\n'), file('many.ndjson', '{"b":2}\n{"c":3}\n{"b":2}\n')]
    const relay = await start({ kind: 'files', paths }, [failed(500), 'hang up'])
    expect(await relay.done).toEqual({ accepted: 3, replayed: 1, refused: 0, pending: 0 })
    expect(bodies().slice(2)).toEqual(['{\n "a": 1\n}', '{"b":2}', '{"c":3}', '{"b":2}'])
  })

  test('reports refusals and lines that are not JSON, and forwards the rest', async () => {
    const relay = await start({ kind: 'files', paths: [file('x.ndjson', '{"a":1}\nrubbish\n{"b":2}\n')] }, [
      failed(400),
    ])
    expect(await relay.done).toEqual({ accepted: 1, replayed: 0, refused: 2, pending: 0 })
    expect(relays.lines.join('\n')).toMatch(/alert 1: 400 test_error[\s\S]*alert 2: not_json/)
  })

  test('says where it stopped after giving up, and exits with 1', async () => {
    const relay = await start(
      { kind: 'files', paths: [file('x.ndjson', '{"a":1}\n{"b":2}\n')] },
      Array(99).fill('hang up'),
      {
        giveUpAfterMs: 100,
      },
    )
    const counts = await relay.done
    expect(exitCodeOf(counts)).toBe(1)
    expect(relays.lines.at(-1)).toMatch(/stopped at .*x\.ndjson, alert 1: not delivered/)
  })

  test('logs neither the secret nor a body', async () => {
    const relay = await start({ kind: 'files', paths: [file('x', '{"private":"detail"}')] }, [
      failed(500),
      failed(422),
    ])
    await relay.done
    expect(relays.lines.length).toBeGreaterThan(1)
    expect(relays.lines.join('\n')).not.toMatch(/whsec_|detail"|v1=/)
  })
})

test('refuses unusable options before it reads anything', async () => {
  relays.receiver = await startReceiver()
  const source = { kind: 'files', paths: [] } as const
  for (const over of [
    { url: 'ftp://x' },
    { url: 'nonsense' },
    { url: 'https://a:b@x/' },
    { secret: ' ' },
    { secret: 'a b' },
  ]) {
    await expect(start(source, 'same receiver', over)).rejects.toThrow(/^(url|secret): /)
  }
})
