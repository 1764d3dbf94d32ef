import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { bootConsole, type Console } from './console.ts'

let cli: Console
beforeAll(async () => {
  cli = await bootConsole()
})
afterAll(() => cli.stop())
const ok: Console['ok'] = (...args) => cli.ok(...args)
const fails: Console['fails'] = (code, ...args) => cli.fails(code, ...args)
const ago = (hours: number) =>
  new Date(Math.floor(Date.now() / 1000) * 1000 - hours * 3_600_000).toISOString()
const plus = (time: string, hours: number) => new Date(Date.parse(time) + hours * 3_600_000).toISOString()

test('a breach that was phoned in is handled with attestry commands, from the call to the filings', async () => {
  const org = await ok('org', 'create', '--name', 'Hospital', '--addons', 'control')
  const O = ['--org', org.id]
  const [detected, aware] = [ago(80), ago(76)]
  const made = await ok(
    ...[
      'incident',
      'create',
      ...O,
      '--title',
      'Stolen server',
      '--severity',
      'high',
      '--detected-at',
      detected,
    ],
    ...['--systems', 'db-1,db-2', '--persons', '1200'],
  )
  expect(made).toMatchObject({ version: 1, affected_systems: ['db-1', 'db-2'], source: { kind: 'user' } })
  const I = [...O, '--id', made.id]
  await ok('incident', 'moment', ...I, '--set', `aware=${aware}`, '--said-by', 'the night shift')
  await ok(
    ...['incident', 'assess', ...I, '--regime', 'gdpr', '--applies', '--level', 'high_risk'],
    '--grounds',
    'health data',
  )
  const filed = await ok(
    ...['incident', 'file', ...I, '--regime', 'nis2', '--step', 'early_warning', '--submitted-at', ago(60)],
    ...['--recipient', 'CSIRT', '--reference', 'R-1'],
  )
  const late = ago(1)
  await ok(
    ...['incident', 'file', ...I, '--regime', 'nis2', '--step', 'notification', '--submitted-at', late],
    ...['--recipient', 'CSIRT'],
  )
  const { data } = await ok('incident', 'obligations', ...I)
  const named = Object.fromEntries(
    data.map((one: { regime: string; step: string }) => [`${one.regime}.${one.step}`, one]),
  )
  expect(named['nis2.early_warning']).toMatchObject({
    ...{ recipient: 'CSIRT or competent authority', article: 'NIS2 23(4)(a)', runs_from: 'aware' },
    ...{ due_at: plus(aware, 24), forecast_at: null, state: 'filed', filing_id: filed.id },
  })
  expect(named['nis2.notification']).toMatchObject({ state: 'filed_late', due_at: plus(aware, 72) })
  expect(named['nis2.final']).toMatchObject({ state: 'due', runs_from: 'submission of notification' })
  expect(named['nis2.final'].due_at.slice(8, 10)).toBe(lastOrSame(late))
  expect(named['gdpr.authority']).toMatchObject({ state: 'overdue', filing_id: null })
  expect(named['gdpr.data_subjects']).toMatchObject({ state: 'due', due_at: null })
  expect(await fails(1, 'incident', 'move', ...I, '--status', 'closed')).toContain(
    'GDPR notification of the authority (overdue)',
  )
  const overdue = await ok('obligations', 'list', ...O, '--state', 'overdue')
  expect(overdue.data).toMatchObject([{ regime: 'gdpr', step: 'authority', incident_id: made.id }])

  const asset = await ok(
    ...['asset', 'create', ...O, '--name', 'Patients', '--asset-type', 'database'],
    ...['--classification', 'restricted', '--business-criticality', 'critical', '--contains-personal-data'],
  )
  const supplier = await ok('supplier', 'create', ...O, '--name', 'Cloud', '--category', 'critical')
  const linked = await ok('incident', 'link', ...I, '--asset', asset.id, '--supplier', supplier.id)
  expect(linked.work.links.map(({ kind }: { kind: string }) => kind)).toEqual(['asset', 'supplier'])
  expect(await fails(1, 'incident', 'link', ...I, '--asset', supplier.id)).toContain(
    'names nothing of this organization',
  )
  const file = join(cli.env.ATTESTRY_DATA_DIR!, 'note.txt')
  await writeFile(file, 'what the caller said')
  expect(await ok('incident', 'attach', ...I, '--file', file, '--media-type', 'text/plain')).toMatchObject({
    bytes: 20,
  })
  await ok('incident', 'comment', ...I, '--text', 'Called back')
  const edited = await ok(
    'incident',
    'edit',
    ...I,
    '--severity',
    'critical',
    '--reason',
    'worse',
    '--owner',
    org.admin.email,
  )
  expect(edited).toMatchObject({
    severity: 'critical',
    note: 'worse',
    work: { owner_email: org.admin.email },
  })
  expect(
    await fails(1, 'incident', 'edit', ...I, '--version', '1', '--title', 'x', '--reason', 'stale'),
  ).toContain(`version ${edited.version}`)
  const timeline = await ok('incident', 'timeline', ...I)
  expect(timeline.data.map(({ what }: { what: string }) => what)).toEqual([
    ...['edited', 'comment', 'attachment', 'edited', 'filed', 'filed', 'assessed', 'moments', 'opened'],
  ])
  expect(timeline.data[0].by).toBe(org.admin.email)
  expect(timeline.data.map(({ differs }: { differs: string[] }) => differs)).toEqual([
    ...[['severity', 'owner_id'], [], [], ['links'], [], [], ['gdpr'], ['aware'], []],
  ])

  expect(await fails(2, 'incident', 'moment', ...I, '--set', 'aware')).toContain('moment=time')
  expect(await fails(2, 'incident', 'moment', ...I, '--set', 'seen=2026-01-01T00:00:00Z')).toContain(
    'a moment is one of',
  )
  expect(await fails(1, 'incident', 'moment', ...I, '--set', `aware=${plus(ago(0), 1)}`)).toContain(
    'must not be in the future',
  )
  const days = join(cli.env.ATTESTRY_DATA_DIR!, 'holidays.json')
  await writeFile(days, '{"christmas": "2026-12-25"}')
  expect(await fails(2, 'reporting', 'set', ...O, '--holidays', days)).toContain('is not a JSON list of days')
  await writeFile(days, '["2026-12-25"]')
  const settings = await ok('reporting', 'set', ...O, '--holidays', days, '--time-zone', 'Europe/Brussels')
  expect(settings).toMatchObject({ version: 1, holidays: ['2026-12-25'], time_zone: 'Europe/Brussels' })
  expect(await ok('reporting', 'show', ...O)).toEqual(settings)
  expect((await ok('incident', 'triage', ...O)).data).toEqual([])
})

test('attestry drafts, edits, shows and saves a report; stale edits and existing files are refused', async () => {
  const org = await ok('org', 'create', '--name', 'Utility')
  const O = ['--org', org.id]
  const made = await ok('incident', 'create', ...O, '--title', 'Pump stopped', '--severity', 'high')
  const I = [...O, '--id', made.id]
  const step = ['--regime', 'nis2', '--step', 'early_warning']
  const { data: fields } = await ok('incident', 'report', 'fields', ...O, ...step)
  expect(fields).toContainEqual(
    expect.objectContaining({ id: 'malicious', article: '23(4)(a)', required: true }),
  )
  const drafted = await ok('incident', 'report', 'create', ...I, ...step)
  expect(drafted).toMatchObject({ version: 1, missing: ['malicious', 'cross_border'] })
  const R = [...I, '--report', drafted.id]
  const text = join(cli.env.ATTESTRY_DATA_DIR!, 'summary.txt')
  await writeFile(text, 'The pump stopped.\nNobody was hurt.')
  const edited = await ok(
    ...['incident', 'report', 'edit', ...R, '--set', 'malicious=no', '--set', 'cross_border=no'],
    ...['--set-file', `summary=${text}`, '--note', 'after the inspection'],
  )
  expect(edited).toMatchObject({ version: 2, note: 'after the inspection', missing: [] })
  const stale = ['incident', 'report', 'edit', ...R, '--version', '1', '--set', 'contact=me']
  expect(await fails(1, ...stale)).toContain('the report is at version 2')
  expect(await fails(2, 'incident', 'report', 'edit', ...R, '--set', 'contact')).toContain('field=text')
  const shown = await ok('incident', 'report', 'show', ...R)
  expect(shown.fields).toContainEqual(
    expect.objectContaining({ id: 'summary', value: 'The pump stopped.\nNobody was hurt.' }),
  )
  expect((await ok('incident', 'report', 'list', ...I)).data).toMatchObject([{ id: drafted.id, version: 2 }])
  const output = join(cli.env.ATTESTRY_DATA_DIR!, 'report.html')
  const render = ['incident', 'report', 'render', ...R, '--format', 'html', '--output', output]
  const saved = await ok(...render)
  const bytes = await readFile(output)
  expect(saved).toMatchObject({ version: 2, bytes: bytes.length, sha256: sha256Hex(bytes) })
  expect(await fails(2, ...render)).toContain('exists already')
  expect(await ok(...render, '--overwrite')).toEqual(saved)
  const filed = await ok(
    ...['incident', 'file', ...I, ...step, '--submitted-at', ago(0), '--recipient', 'CSIRT'],
    ...['--report', drafted.id, '--report-format', 'html'],
  )
  expect(filed).toMatchObject({ report_version: 2, document_sha256: saved.sha256 })
  expect((await ok('incident', 'list', ...O, '--overdue', 'false')).data).toHaveLength(1)
})

/** The day of the month one month later, in UTC. */
function lastOrSame(time: string): string {
  const at = new Date(time)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 2, 0)).getUTCDate()
  return String(Math.min(at.getUTCDate(), last)).padStart(2, '0')
}
