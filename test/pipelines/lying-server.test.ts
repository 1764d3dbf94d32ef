import { existsSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { listening } from '../harness/listening.ts'
import { scratchDirectory } from '../harness/scratch.ts'
import { alone, pipeline } from './pipeline.ts'

const ASKED = '018f0000-0000-7000-8000-00000000000a'
const PASS = {
  decision: 'pass',
  reasons: [],
  reason_details: [],
  missing_attestation_roles: [],
  decision_id: '018f0000-0000-7000-8000-0000000000d1',
  ai_system_id: ASKED,
  decided_at: new Date().toISOString(),
}
const HOUR = 3_600_000
const hoursAway = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString()
const pass = JSON.stringify(PASS)
type Answer = (response: ServerResponse) => void
const said =
  (body: unknown, status = 200): Answer =>
  (response) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))

const LIES: [string, Answer][] = [
  ['a pass of another AI system', said({ ...PASS, ai_system_id: '018f0000-0000-7000-8000-00000000000b' })],
  ['a pass of no AI system', said({ ...PASS, ai_system_id: undefined })],
  ['a pass without an id', said({ ...PASS, decision_id: undefined })],
  ['a pass with a reason', said({ ...PASS, reasons: ['version_drift'] })],
  ['a pass with a role that is missing', said({ ...PASS, missing_attestation_roles: ['ciso'] })],
  ['a pass with the detail of a reason', said({ ...PASS, reason_details: [{ code: 'x', message: 'x' }] })],
  ['a pass whose reasons are no list', said({ ...PASS, reasons: { length: 0 } })],
  ['a pass of two hours ago, as from a cache', said({ ...PASS, decided_at: hoursAway(-2) })],
  ['a pass of a time to come', said({ ...PASS, decided_at: hoursAway(2) })],
  ['a pass of no time', said({ ...PASS, decided_at: undefined })],
  ['a pass in a list', said([PASS])],
  ['a pass with another status', said(PASS, 203)],
  ['a pass that is made', said(PASS, 201)],
  ['a pass in an error', said({ ...PASS, error: { code: 'forbidden', message: 'no' } }, 403)],
  ['a page', said('<html>pass</html>')],
  ['nothing', said('')],
  ['null', said('null')],
  ['a pass and more', said(`${pass}${pass}`)],
  ['a pass that is cut', said(pass.slice(0, -1))],
  [
    'a pass whose length is cut',
    (response) => cut(response.writeHead(200, { 'content-length': 1000 }), pass),
  ],
  ['a pass whose chunks are cut', (response) => cut(response.writeHead(200), pass)],
  [
    'a pass whose gzip is cut',
    (response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(pass).subarray(0, -20)),
  ],
  ['a redirect', (response) => response.writeHead(302, { location: '/elsewhere' }).end(pass)],
]

describe('attestry gate check does not pass on an answer that is not a decision about the AI system', () => {
  test.each(LIES)('%s', async (_, answer) => {
    await listening(
      (_, response) => answer(response),
      async (url) => {
        const { code, stdout } = await pipeline(args(url), { ATTESTRY_API_KEY: 'k' })
        expect(code).toBeGreaterThanOrEqual(2)
        expect(stdout).not.toMatch(/^PASS/)
      },
    )
  })

  test('the same answer as a valid decision passes', async () => {
    await listening(
      (_, response) => said(PASS)(response),
      async (url) => expect((await pipeline(args(url), { ATTESTRY_API_KEY: 'k' })).code).toBe(0),
    )
  })

  test('an answer that never ends exits with 4', async () => {
    await listening(
      (_, response) => response.writeHead(200).write('{"decision":"pass"'),
      async (url) => {
        const ran = await alone([...args(url), '--timeout', '1s'], { ATTESTRY_API_KEY: 'k' })
        expect(ran.code).toBe(4)
      },
    )
  })
})

test.each([
  ['of another decision', { predicate: { id: '018f0000-0000-7000-8000-0000000000d2' } }],
  ['of another artifact', { predicate: { id: PASS.decision_id }, subject: [{ digest: { sha256: 'f' } }] }],
  ['of nothing', {}],
])('gate check --attest writes no signature %s, and does not pass', async (_, statement) => {
  const payload = Buffer.from(JSON.stringify(statement)).toString('base64')
  const file = join(scratchDirectory(), 'decision.json')
  await listening(
    ({ url: asked = '' }, response) =>
      said(asked.includes('attestation') ? { dsseEnvelope: { payload } } : PASS)(response),
    async (url) => {
      const attest = ['--attest', file, '--subject', '0'.repeat(64)]
      const { code } = await pipeline([...args(url), ...attest], { ATTESTRY_API_KEY: 'k' })
      expect([code, existsSync(file)]).toEqual([4, false])
    },
  )
})

test('gate check by name passes only if the answer has the AI system’s id', async () => {
  const systems: [unknown, number][] = [
    [ASKED, 0],
    [undefined, 4],
    ['claims', 4],
    [[ASKED], 4],
  ]
  for (const [ai_system_id, expected] of systems)
    await listening(
      (_, response) => said({ ...PASS, ai_system_id })(response),
      async (url) => {
        const { code, stdout } = await pipeline(args(url, 'claims'), { ATTESTRY_API_KEY: 'k' })
        expect([ai_system_id, code]).toEqual([ai_system_id, expected])
        if (code === 0) expect(stdout).toContain(`\n  AI system ${ASKED}, which has this name now`)
      },
    )
  await listening(
    (_, response) => said(PASS)(response),
    async (url) =>
      expect((await pipeline(args(url), { ATTESTRY_API_KEY: 'k' })).stdout).not.toContain('this name'),
  )
})

function args(url: string, system = ASKED.toUpperCase()): string[] {
  return ['gate', 'check', '--url', url, '--system', system, '--retries', '0']
}

function cut(response: ServerResponse, body: string): void {
  response.write(body, () => response.destroy())
}
