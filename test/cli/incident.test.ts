import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('a phoned-in breach is worked on by commands, from the call to the filings', async () => {
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
  expect(await fails(1, 'incident', 'move', ...I, '--status', 'closed')).toContain('gdpr authority (overdue)')
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

  expect(await fails(2, 'incident', 'moment', ...I, '--set', 'aware')).toContain('moment=time')
  expect(await fails(2, 'incident', 'moment', ...I, '--set', 'seen=2026-01-01T00:00:00Z')).toContain(
    'a moment is one of',
  )
  expect(await fails(1, 'incident', 'moment', ...I, '--set', `aware=${plus(ago(0), 1)}`)).toContain(
    'must not be in the future',
  )
  const days = join(cli.env.ATTESTRY_DATA_DIR!, 'holidays.json')
  await writeFile(days, '{"christmas": "2026-12-25"}')
  expect(await fails(2, 'reporting', 'set', ...O, '--holidays', days)).toContain('is no JSON list of days')
  await writeFile(days, '["2026-12-25"]')
  const settings = await ok('reporting', 'set', ...O, '--holidays', days, '--time-zone', 'Europe/Brussels')
  expect(settings).toMatchObject({ version: 1, holidays: ['2026-12-25'], time_zone: 'Europe/Brussels' })
  expect(await ok('reporting', 'show', ...O)).toEqual(settings)
  expect((await ok('incident', 'triage', ...O)).data).toEqual([])
})

/** The day of the month one month later, in UTC. */
function lastOrSame(time: string): string {
  const at = new Date(time)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 2, 0)).getUTCDate()
  return String(Math.min(at.getUTCDate(), last)).padStart(2, '0')
}
