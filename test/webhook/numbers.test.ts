import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../harness/database.ts'
import type { TestInstallation } from '../harness/installation.ts'
import { problemsOf } from '../state/support/verification.ts'
import { bootWebhook } from './support/boot.ts'
import { type Administration, type TestEndpoint, WebhookFormat } from './support/endpoint.ts'
import { countsOf } from './support/evidence.ts'
import { send } from './support/send.ts'

let at: TestInstallation
let admin: Administration
beforeAll(async () => {
  ;({ at, admin } = await bootWebhook())
})
afterAll(() => at.stop())

const CREATED = [201, '{"received":true}']
const RECEIVED = [200, '{"received":true}']
const REPLAY = [200, '{"received":true,"replay":true}']

const makeEndpoint = () => admin.make({ format: WebhookFormat.VENDOR_SIEM })
const post = async (to: TestEndpoint, body: unknown) => {
  const { status, text } = await send(at.baseUrl, to, body)
  return [status, text]
}
const newest = async ({ id }: TestEndpoint) => (await admin.taken(id)).deliveries[0]!
const incidents = async () => (await countsOf(at.databaseUrl, at.organization.id)).incidents

/** Products that identify their alerts by a bare number. */
const zabbix = (number: number, value = '1') => ({
  ...{ event_id: String(number), event_name: 'High CPU', event_value: value, event_severity: 'High' },
  ...{ event_source: '0', event_nseverity: '4', event_date: '2026.02.01', event_time: '10:20:05' },
  ...{ host_name: 'web01', host_ip: '10.0.0.1', trigger_id: '14032', trigger_description: '' },
  event_update_status: '0',
})
const socradar = (number: number, status = 'OPEN') => ({
  ...{ alarm_id: number, alarm_risk_level: 'CRITICAL', alarm_text: 'Stolen credentials', status },
  alarm_type_details: { alarm_main_type: 'Credential Intelligence', alarm_sub_type: 'Stealer Logs' },
  ...{ date: '2026-03-19 09:00:00', notification_id: 8810001 },
})
const hackerone = (number: number) => ({
  data: {
    activity: { id: '1', type: 'activity-report-created', attributes: {} },
    report: {
      id: String(number),
      type: 'report',
      attributes: { title: 'XSS', state: 'new', created_at: '2026-02-01T10:00:00.000Z' },
    },
  },
})

test('alerts of three vendors with the same number open three incidents, and each repetition replays its own', async () => {
  const endpoint = await makeEndpoint()
  const opened: string[] = []
  for (const body of [zabbix(42), socradar(42), hackerone(42)]) {
    expect(await post(endpoint, body)).toEqual(CREATED)
    opened.push((await newest(endpoint)).incidentId)
  }
  expect(new Set(opened).size).toBe(3)
  for (const [i, body] of [zabbix(42), socradar(42), hackerone(42)].entries()) {
    expect(await post(endpoint, body)).toEqual(REPLAY)
    expect(await newest(endpoint)).toMatchObject({ outcome: 'replay', incidentId: opened[i] })
  }
})

test('the end of an alert closes its own vendor’s incident, never another vendor’s with the same number', async () => {
  const endpoint = await makeEndpoint()
  await post(endpoint, zabbix(7))
  expect(await post(endpoint, socradar(7, 'RESOLVED'))).toEqual(RECEIVED)
  expect(await newest(endpoint)).toMatchObject({ outcome: 'acknowledged', incidentId: '' })
  await post(endpoint, socradar(7))
  const { incidentId } = await newest(endpoint)
  expect(await post(endpoint, socradar(7, 'RESOLVED'))).toEqual(REPLAY)
  expect(await newest(endpoint)).toMatchObject({ outcome: 'closure', incidentId })
})

test('alerts of two vendors with one number open two incidents, in one body or simultaneously', async () => {
  const endpoint = await makeEndpoint()
  const before = await incidents()
  expect(await post(endpoint, [zabbix(9), socradar(9)])).toEqual(CREATED)
  expect(await post(endpoint, [socradar(9), zabbix(9)])).toEqual(REPLAY)
  expect(await incidents()).toBe(before + 2)
  const both = [zabbix(11), socradar(11), zabbix(11), socradar(11)]
  const answers = await Promise.all(both.map((body) => post(endpoint, body)))
  expect(answers.map(([status]) => status).sort()).toEqual([200, 200, 201, 201])
  expect(await incidents()).toBe(before + 4)
})

test('events with keys of their own follow from the log', async () => {
  const endpoint = await makeEndpoint()
  await post(endpoint, zabbix(13))
  await post(endpoint, socradar(13))
  expect(await problemsOf(at.databaseUrl, at.organization.id)).toEqual([])
})

test('the end of an alert finds its incident after the other vendor’s alert with that number expired', async () => {
  const endpoint = await makeEndpoint()
  await post(endpoint, zabbix(8))
  const { incidentId: first } = await newest(endpoint)
  await post(endpoint, socradar(8))
  const { incidentId } = await newest(endpoint)
  await sql(at.databaseUrl, `delete from ledger.events_seen where incident_id = '${first}'`)
  expect(await post(endpoint, socradar(8, 'RESOLVED'))).toEqual(REPLAY)
  expect(await newest(endpoint)).toMatchObject({ outcome: 'closure', incidentId })
})
