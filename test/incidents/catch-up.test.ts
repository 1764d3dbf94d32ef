import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../services/kernel/database/database.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { catchUp } from '../../services/ledger/store/incidents/catch-up.ts'
import { rpc } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { recordingStatements } from '../harness/plans.ts'
import { call } from '../harness/rest.ts'

let at: TestInstallation
let db: Database
let incidents: string[]
beforeAll(async () => {
  at = await bootInstallation()
  db = await openDatabase({ url: at.databaseUrl, service: 'ledger', entities: [], log: silentLog })
  const { id, key } = at.organization
  incidents = []
  for (let n = 0; n < 12; n++) {
    const body = { title: `Incident ${n}`, severity: 'critical' }
    incidents.push((await call(at.baseUrl, '/api/v1/incidents', { key, body })).body.id)
  }
  const waiting = () =>
    sql<{ n: number }>(at.databaseUrl, 'select count(*)::int as n from ledger.queue where org_id = $1', [id])
  while ((await waiting())[0]!.n > 0) await sleep(50)
})
afterAll(async () => {
  await db.close()
  await at.stop()
})

const known = async () =>
  (
    await sql<{ incident_id: string }>(
      at.databaseUrl,
      'select distinct incident_id from ledger.obligations where org_id = $1 order by 1',
      [at.organization.id],
    )
  ).map(({ incident_id }) => incident_id)

test('a call that catches up obligations gives up after a while, and the next call continues its work', async () => {
  const bring = () => catchUp(db, at.organization.id, new Date(), { longest: -1, most: 5 })
  const seen: number[] = []
  for (let calls = 0; calls < 20; calls++) {
    const gaveUp = await bring().then(
      () => false,
      (error) => {
        expect(error.reason).toBe(Reason.UNAVAILABLE)
        return true
      },
    )
    seen.push((await known()).length)
    if (!gaveUp) break
  }
  expect(seen.length).toBeGreaterThan(2)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(seen[0]).toBeLessThan(incidents.length)
  expect(await known()).toEqual(incidents.toSorted())
})

test('catching up holds the records of few incidents in memory at a time', async () => {
  const { id, key } = await at.another({})
  for (let n = 0; n < 120; n++) {
    const body = { title: `Incident ${n}`, severity: 'critical' }
    expect((await call(at.baseUrl, '/api/v1/incidents', { key, body })).status).toBe(201)
  }
  const recording = recordingStatements(db)
  await catchUp(recording, id, new Date())
  const read = recording.sent.filter(({ text }) => /record from ledger\.incident(s|_filings) /.test(text))
  const sizes = read.map(({ values }) => String(values?.[1]).split(',').length)
  expect(sizes).toEqual([50, 50, 50, 50, 20, 20])
  const [row] = await sql<{ n: number }>(
    at.databaseUrl,
    'select count(distinct incident_id)::int as n from ledger.obligations where org_id = $1',
    [id],
  )
  expect(row!.n).toBe(120)
})

test('obligations follow new reporting settings without a call that reads them', async () => {
  const { id, admin } = at.organization
  const { status } = await rpc(at.baseUrl, 'attestry.ledger.v1.ObligationService/UpdateReportingSettings', {
    session: admin.session,
    body: { settings: { timeZone: 'Europe/Paris', version: 0 } },
  })
  expect(status).toBe(200)
  const earlier = () =>
    sql(at.databaseUrl, 'select from ledger.obligations where org_id = $1 and settings_version < 1', [id])
  while ((await earlier()).length > 0) await sleep(100)
  expect(await known()).toEqual(incidents.toSorted())
})

test('an organization’s reporting settings may have used at most 100 time zones', async () => {
  const { session } = (await at.another({})).admin
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 101)
  let version = 0
  const set = async (timeZone: string): Promise<string | undefined> => {
    const answer = await rpc(at.baseUrl, 'attestry.ledger.v1.ObligationService/UpdateReportingSettings', {
      ...{ session, body: { settings: { timeZone, version } } },
    })
    if (answer.status === 200) version++
    return answer.body.error?.message
  }
  for (const zone of zones.slice(0, 100)) expect(await set(zone)).toBeUndefined()
  // Another spelling is another recipient, also for a verifier.
  const refused = 'the settings have had 100 time zones already: choose one of them'
  expect(await set(zones[0]!.toUpperCase())).toBe(refused)
  expect(await set(zones[100]!)).toBe(refused)
  expect(await set(zones[7]!)).toBeUndefined()
})
