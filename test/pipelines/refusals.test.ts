import { createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { SystemService } from '../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { listening } from '../harness/listening.ts'
import { pipeline } from './pipeline.ts'
import { scratch } from './samples.ts'

const written = scratch()

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
  await createClient(SystemService, at.composition.transports.gate).createSystem(
    { name: 'Bot' },
    sessionCaller('createSystem', at.organization.admin.session, systemClock),
  )
})
afterAll(() => at.stop())

const NOBODY = '018f0000-0000-7000-8000-000000000000'

async function submitted(rows: object[], args: string[], url = at.baseUrl) {
  const dated = rows.map((row) => ({ evaluated_at: '2026-11-01T00:00:00Z', ...row }))
  const file = await written('rows.json', JSON.stringify(dated))
  const { code, stdout, stderr } = await pipeline(['import', 'results', file, '--url', url, ...args], {
    ATTESTRY_API_KEY: at.organization.key,
  })
  const lines = stderr.split('\n').filter((line) => line !== '' && !line.includes('warning: '))
  return { code, stdout, lines: lines.map((line) => line.replace(file, 'FILE')) }
}

const ROW = { metric_name: 'asr', eval_type: 'bias', metric_value: 0.1 }

test.each([
  [
    ['--system', 'Bot', '--suite', 'nobody'],
    'AI system Bot has no suite nobody; attestry suite list shows the suites',
  ],
  [
    ['--system', 'Nobody', '--suite', 'nobody'],
    'AI system Nobody is not known; attestry system list shows the known ones',
  ],
  [['--system', NOBODY], `AI system ${NOBODY} is not known; attestry system list shows the known ones`],
])(
  'results for an unknown suite or AI system end with 5 and a sentence that names it: %j',
  async (args, why) => {
    expect(await submitted([ROW], args)).toEqual({ code: 5, stdout: '', lines: [`attestry: FILE: ${why}`] })
  },
)

test('refused results are named by their metric, each with what is wrong', async () => {
  const past = { ...ROW, evaluated_at: '1970-01-01T00:00:00Z' }
  const rows = ['first', 'second'].map((metric_name) => ({ ...past, metric_name }))
  const { code, lines } = await submitted(rows, ['--system', 'Bot'])
  expect(code).toBe(2)
  const why = 'evaluated_at: must be from 2000-01-01 up to 2100-01-01'
  expect(lines).toEqual([`attestry: FILE: refused: first (bias): ${why}; second (bias): ${why}`])
})

test('a refused row of a register is named with its columns, and without JSON', async () => {
  const refusal = { message: 'a: x', details: { formErrors: [], fieldErrors: { a: ['x', 'y'], b: ['z'] } } }
  await listening(
    (_, response) => {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { code: 'validation_error', ...refusal } }))
    },
    async (url) => {
      const file = await written('suppliers.csv', 'name,category\nOne,standard\n')
      const args = ['import', 'suppliers', file, '--url', url, '--allow-duplicates']
      const { code, stderr } = await pipeline(args, { ATTESTRY_API_KEY: 'atk_x' })
      expect(code).toBe(2)
      expect(stderr).toContain(': line 2: refused: a: x, y; b: z; ')
    },
  )
})

test.each(['/api/v1', '/api', '/console/', '/docs'])(
  'the address of a part of the installation is refused, since nothing is known there: %s',
  async (part) => {
    const url = `${at.baseUrl}${part}`
    const { code, lines } = await submitted([ROW], ['--system', 'Bot'], url)
    expect(code).toBe(2)
    expect(lines.join()).toContain(
      `--url: write the address of the installation, without ${part.replace(/\/$/, '')}: an installation is at the root of a host name`,
    )
    const asked = await pipeline(['gate', 'check', '--system', 'Bot', '--url', url], {
      ATTESTRY_API_KEY: at.organization.key,
    })
    expect(asked.code).toBe(2)
  },
)
