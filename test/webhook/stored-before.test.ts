import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mintId } from '../../services/kernel/values/ids.ts'
import { sql } from '../harness/database.ts'
import type { TestInstallation } from '../harness/installation.ts'
import { bootWebhook } from './support/boot.ts'
import { type Administration, type TestEndpoint, WebhookFormat } from './support/endpoint.ts'
import { send } from './support/send.ts'

let at: TestInstallation
let admin: Administration
beforeAll(async () => {
  ;({ at, admin } = await bootWebhook())
})
afterAll(() => at.stop())

const CREATED = [201, '{"received":true}']
const REPLAY = [200, '{"received":true,"replay":true}']

const post = async (to: TestEndpoint, body: unknown) => {
  const { status, text } = await send(at.baseUrl, to, body)
  return [status, text]
}
const newest = async ({ id }: TestEndpoint) => (await admin.taken(id)).deliveries[0]!
const keysOf = async ({ id }: TestEndpoint): Promise<string[]> => {
  const rows = await sql<{ key: string }>(
    at.databaseUrl,
    `select record::json->>'event_key' as key from ledger.deliveries where endpoint_id = $1 order by id`,
    [id],
  )
  return rows.map(({ key }) => key)
}

const NUMBER = '42'
const KEY = createHash('sha256').update(`event\0${NUMBER}`).digest('hex')
const socradar = (status = 'OPEN') => ({
  ...{ alarm_id: 42, alarm_risk_level: 'CRITICAL', alarm_text: 'Stolen credentials', status },
  alarm_type_details: { alarm_main_type: 'Credential Intelligence', alarm_sub_type: 'Stealer Logs' },
  ...{ date: '2026-03-19 09:00:00', notification_id: 8810001 },
})
const zabbix = {
  ...{ event_id: NUMBER, event_name: 'High CPU', event_value: '1', event_severity: 'High' },
  ...{ event_source: '0', event_nseverity: '4', event_date: '2026.02.01', event_time: '10:20:05' },
  ...{ host_name: 'web01', host_ip: '10.0.0.1', trigger_id: '14032', trigger_description: '' },
  event_update_status: '0',
}

/**
 * The rows of an alert of SOCRadar as they were stored before a number was compared with its vendor (decision 0271): written out by
 * hand, so that what writes them today cannot change them. @returns its incident
 */
async function stored({ id: endpoint }: TestEndpoint, product: string | null = 'socradar'): Promise<string> {
  const received = new Date()
  const [delivery, incident] = [mintId(received), mintId(received)]
  const organization = at.organization.id
  const now = received.toISOString()
  const body = JSON.stringify(socradar())
  const sha = createHash('sha256').update(body).digest('hex')
  const title = 'Credential Intelligence: Stealer Logs'
  const incidentRecord = `{"affected_persons_count":0,"affected_systems":[],"created_at":"${now}","description":"Stolen credentials","detected_at":"2026-03-19T09:00:00.000Z","early_warning_deadline":"2026-03-20T09:00:00.000Z","final_report_deadline":"2026-04-22T09:00:00.000Z","id":"${incident}","is_significant":true,"note":null,"notification_deadline":"2026-03-22T09:00:00.000Z","organization_id":"${organization}","regulation":"nis2","severity":"critical","source":{"body_sha256":"${sha}","external_id":"42","format":"vendor_siem","id":"${endpoint}","kind":"webhook","mapping_version":null,"notes":[],"occurred_at":"2026-03-19T09:00:00.000Z","product":${JSON.stringify(product)},"received_at":"${now}","source_system":"SOCRadar"},"status":"open","title":"${title}","version":1,"work":null}`
  const deliveryRecord = `{"body_bytes":${body.length},"body_differs":false,"body_sha256":"${sha}","endpoint_id":"${endpoint}","event_key":"${KEY}","external_id":"42","format":"vendor_siem","id":"${delivery}","incident_id":"${incident}","mapping_version":null,"organization_id":"${organization}","outcome":"created","product":${JSON.stringify(product)},"received_at":"${now}","report":{"differs":[],"severity":"critical","state":"open","status":"OPEN","title":"${title}"},"version":1,"window_seconds":604800}`
  await sql(
    at.databaseUrl,
    `with incident as (insert into ledger.incidents (org_id, id, version, entry_id, position, record)
        values ($1, $2, 1, $3, 0, $4)),
      delivery as (insert into ledger.deliveries (org_id, id, endpoint_id, incident_id, record, body)
        values ($1, $3, $5, $2, $6, $7))
      insert into ledger.events_seen (org_id, endpoint_id, key, incident_id, body_sha256, first_at, seconds)
      values ($1, $5, decode($8, 'hex'), $2, decode($9, 'hex'), $10, 604800)`,
    [
      ...[organization, incident, delivery, incidentRecord, endpoint, deliveryRecord],
      ...[Buffer.from(body), KEY, sha, now],
    ],
  )
  return incident
}

test('an alert stored by an earlier version replays by its number, and its end finds its incident', async () => {
  const endpoint = await admin.make({ format: WebhookFormat.VENDOR_SIEM })
  const incidentId = await stored(endpoint)
  expect(await post(endpoint, socradar())).toEqual(REPLAY)
  expect(await newest(endpoint)).toMatchObject({ outcome: 'replay', incidentId })
  expect(await post(endpoint, socradar('RESOLVED'))).toEqual(REPLAY)
  expect(await newest(endpoint)).toMatchObject({ outcome: 'closure', incidentId })
  expect(await keysOf(endpoint)).toEqual([KEY, KEY, KEY])
})

test('another vendor’s alert with a stored alert’s number opens its own incident, and the stored one replays', async () => {
  const endpoint = await admin.make({ format: WebhookFormat.VENDOR_SIEM })
  const incidentId = await stored(endpoint)
  expect(await post(endpoint, zabbix)).toEqual(CREATED)
  const { incidentId: other } = await newest(endpoint)
  expect(other).not.toBe(incidentId)
  expect(await post(endpoint, socradar())).toEqual(REPLAY)
  expect(await newest(endpoint)).toMatchObject({ outcome: 'replay', incidentId })
  expect(await post(endpoint, { ...zabbix, event_value: '0' })).toEqual(REPLAY)
  expect(await newest(endpoint)).toMatchObject({ outcome: 'closure', incidentId: other })
  expect(await post(endpoint, socradar('RESOLVED'))).toEqual(REPLAY)
  expect(await newest(endpoint)).toMatchObject({ outcome: 'closure', incidentId })
})

test('a stored alert that names no product replays for any vendor that sends its number', async () => {
  const endpoint = await admin.make({ format: WebhookFormat.VENDOR_SIEM })
  const incidentId = await stored(endpoint, null)
  for (const body of [socradar(), zabbix]) {
    expect(await post(endpoint, body)).toEqual(REPLAY)
    expect(await newest(endpoint)).toMatchObject({ outcome: 'replay', incidentId })
  }
})
