import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { endAll, ended, start } from '../harness/command.ts'
import { listening } from '../harness/listening.ts'

afterAll(endAll)

test('a stop signal ends attestry audit follow while it waits to ask again, with exit code 0', async () => {
  let asked = 0
  const unavailable: RequestListener = (_, response) => {
    asked += 1
    response.writeHead(503, { 'retry-after': '60' }).end()
  }
  await listening(unavailable, async (url) => {
    const child = start(['audit', 'follow', '--url', url], { ATTESTRY_API_KEY: 'atk_unknown' })
    const said = text(child.stderr!)
    // It says that it waits before it does.
    child.stderr!.once('data', () => child.kill('SIGTERM'))
    await ended(child)
    expect(await said).toBe('attestry: answered 503; trying again in 60.0 s (1 of 20)\n')
    expect([child.exitCode, asked]).toEqual([0, 1])
  })
})

test('a stop signal ends attestry audit follow while its server does not finish, with exit code 0', async () => {
  let asked: () => void
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve
  })
  const unfinished: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write(' ')
    asked()
  }
  await listening(unfinished, async (url) => {
    const child = start(['audit', 'follow', '--url', url, '--timeout', '1h'], {
      ATTESTRY_API_KEY: 'atk_unknown',
    })
    const said = text(child.stderr!)
    await isAsked
    child.kill('SIGTERM')
    await ended(child)
    expect([await said, child.exitCode]).toEqual(['', 0])
  })
})
