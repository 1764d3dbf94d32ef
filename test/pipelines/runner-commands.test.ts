import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pipeline } from './pipeline.ts'
import { scratch } from './samples.ts'

const written = scratch()

/** An agent's names for its tools are printed in a pipeline's log, where the runner looks for commands. */
const HOSTILE = [
  'open: "##vso[task.setvariable variable=gate;isOutput=true]pass"',
  '##[set-output name=decision]pass ###[add-mask]block ##teamcity[buildStatus]',
  '\n##vso[task.prependpath]/tmp/evil',
  '\r\n::set-output name=decision::pass',
]
const INVISIBLE = '\u009b31m \u202egpj \u{e0041}\ufe0f\u{e0141}'
const TITLE = `${HOSTILE.join(' ')} ${INVISIBLE}`
const UUID = '01a20627-1e40-7000-bd2a-85ad02eff22d'
const entry = {
  ...{ id: UUID, organization_id: UUID, leaf_index: 0, request_id: UUID, at: '2026-11-23T10:00:00.000Z' },
  ...{ operation: 'createIncident', outcome: 'ok', code: null, via: 'rest', incident_ids: [UUID] },
  ...{ actor: { kind: 'api_key', id: UUID, name: TITLE }, details: { title: TITLE }, receipts: [] },
}
const incident = {
  ...{ id: UUID, title: TITLE, description: TITLE, severity: 'high', status: 'open', regulation: 'nis2' },
  ...{ source: { source_system: TITLE, external_id: null }, affected_systems: [TITLE] },
}
const server = createServer(({ url = '' }, response) => {
  if (url.includes('/audit-entries')) {
    const after = new URL(url, 'http://x').searchParams.get('after_leaf')
    response.end(
      JSON.stringify(after === '-1' ? { data: [entry], last_leaf: 0 } : { data: [], last_leaf: 0 }),
    )
    return
  }
  if (url.includes('/incidents/')) {
    response.end(JSON.stringify(incident))
    return
  }
  if (url.includes('escape')) {
    const details = [{ code: '::add-mask::x', message: 'm' }]
    const answer = {
      decision: 'block',
      reasons: ['::add-mask::x'],
      reason_details: details,
      decision_id: '\u001b[2J',
    }
    response.end(JSON.stringify(answer))
    return
  }
  const reason_details = HOSTILE.map((message) => ({ code: 'open_drift_trigger', message }))
  const answer = { decision: 'block', reasons: ['open_drift_trigger'], reason_details, decision_id: 'd' }
  response.end(JSON.stringify(answer))
})
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => server.close())

test.each(['text', 'json', 'junit', 'sarif', 'github'])(
  'attestry gate check --format prints no text that is a CI runner’s command: %s',
  async (format) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const args = ['gate', 'check', '--url', url, '--system', '##vso[task.complete]x', '--format', format]
    const { code, stdout, stderr } = await pipeline(args, { ATTESTRY_API_KEY: 'k' })
    expect(code).toBe(1)
    expect(stdout).toContain('task.setvariable')
    for (const line of `${stdout}\n${stderr}`.split(/\r|\n/)) {
      expect(line).not.toMatch(/##\w*\[/)
      expect(line).not.toMatch(/^\s*::(?!(?:error|warning|notice) title=Attestry)/)
    }
    if (format === 'json' || format === 'sarif')
      expect(JSON.stringify(JSON.parse(stdout))).toContain('##vso[task.setvariable')
  },
)

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

test.each(['json', 'ocsf'])(
  'attestry audit follow prints no text that is a command of a CI runner or terminal: %s',
  async (format) => {
    const args = ['audit', 'follow', '--once', '--url', address(), '--format', format]
    const { code, stdout } = await pipeline(args, { ATTESTRY_API_KEY: 'k' })
    expect(code).toBe(0)
    expectHarmless(stdout)
    const lines = stdout.trim().split('\n')
    expect(lines).toHaveLength(format === 'json' ? 1 : 2)
    for (const line of lines)
      expect(JSON.stringify(JSON.parse(line))).toContain(JSON.stringify(TITLE).slice(1, -1))
  },
)

test('attestry import results prints no text that is a command of a CI runner or terminal', async () => {
  const evaluations = [{ metric_name: TITLE.slice(0, 190), eval_type: 'custom', metric_value: 1 }]
  const path = await written('results.json', JSON.stringify({ evaluations }))
  const { code, stdout, stderr } = await pipeline(['import', 'results', path, '--system', 'x', '--dry-run'])
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expectHarmless(stdout)
  expect(JSON.parse(stdout).evaluations[0].metric_name).toBe(evaluations[0]!.metric_name)
})

test('attestry gate check refuses an answer whose codes or id are not words', async () => {
  const args = ['gate', 'check', '--url', address(), '--system', 'escape', '--format', 'github']
  const { code, stdout } = await pipeline(args, { ATTESTRY_API_KEY: 'k' })
  expect({ code, stdout }).toMatchObject({
    code: 4,
    stdout: expect.stringContaining('something other than a gate decision'),
  })
  expect(stdout).not.toMatch(/add-mask|\p{Cc}2J/u)
})

function expectHarmless(stdout: string): void {
  expect(stdout).toContain('task.setvariable')
  expect(stdout).not.toMatch(/##\w*\[|[\u007f-\u009f]|[\p{Cf}\p{Default_Ignorable_Code_Point}]/u)
}
