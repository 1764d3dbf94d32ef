import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IncidentWorkService } from '../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import {
  IncidentService,
  IncidentStatus,
  ListOrder,
  Regulation,
  Severity,
} from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { timestampOf } from '../../services/kernel/values/time.ts'
import { controlClient } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'

let at: TestInstallation
let incidents: ReturnType<typeof controlClient<typeof IncidentService>>
const ids: { [name: string]: string } = {}

beforeAll(async () => {
  at = await bootInstallation()
  incidents = controlClient(at.baseUrl, IncidentService, at.organization.admin.session)
  const create = async (name: string, body: object) => {
    const made = await post('/incidents', body)
    ids[name] = made.body.id
  }
  await create('leak', {
    title: 'Key leaked from vault-07.example.org',
    description: "Reported by O'Brien; see CVE-2026-12345.",
    severity: 'high',
    detected_at: '2026-03-02T09:00:00Z',
    affected_systems: ['crm-db-1'],
  })
  await create('phish', {
    title: 'Phishing mail to the board',
    severity: 'low',
    regulation: 'dora',
    detected_at: '2026-03-01T09:00:00Z',
  })
  await create('ransom', {
    title: 'Ransomware on ws-0142',
    severity: 'critical',
    regulation: 'dora',
    detected_at: '2026-03-03T09:00:00Z',
  })
  await incidents.moveIncident({ id: ids.phish!, status: IncidentStatus.CLOSED })
})
afterAll(() => at.stop())

const post = (path: string, body: object, key = at.organization.key) =>
  call(at.baseUrl, `/api/v1${path}`, { key, body })
const names = (found: { id: string }[]) =>
  found.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id))
const listed = async (query: string, key = at.organization.key) => {
  const { body } = await call(at.baseUrl, `/api/v1/incidents?${query}`, { key })
  return names(body.data)
}

describe('GET /incidents shows the current versions that every filter asks for', () => {
  test.each([
    ['status=closed', ['phish']],
    ['status=open', ['ransom', 'leak']],
    ['status=open,closed', ['ransom', 'phish', 'leak']],
    ['status=open&status=closed', ['ransom', 'phish', 'leak']],
    ['severity=low&severity=high,critical&status=open', ['ransom', 'leak']],
    ['severity=high,critical&regulation=dora', ['ransom']],
    ['is_significant=false', ['phish']],
    ['is_significant=true&status=open', ['ransom', 'leak']],
    ['detected_since=2026-03-02T09:00:00Z', ['ransom', 'leak']],
    ['detected_until=2026-03-02T09:00:00Z', ['phish']],
    ['created_since=2099-01-01T00:00:00Z', []],
    ['created_until=2099-01-01T00:00:00Z', ['ransom', 'phish', 'leak']],
    ['search=RANSOM', ['ransom']],
    ['search=vault', ['leak']],
    ['search=vault-07.example.org', ['leak']],
    ['search=cve-2026-12345', ['leak']],
    ["search=o'brien", ['leak']],
    ['search=crm%20leaked', ['leak']],
    ['search=crm%20board', []],
    ['search=board&status=open', []],
    ['search=%5C%27)%20%7C%20%3A*%20%26%20x', []],
    ['status=dismissed', []],
    ['external_id=nobody%27s', []],
  ])('?%s', async (query, expected) => {
    expect(await listed(query)).toEqual(expected)
  })

  test('search by an id finds its incident', async () => {
    expect(await listed(`search=${ids.leak}`)).toEqual(['leak'])
  })

  test('pages of a filtered list show each incident once', async () => {
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await call(
        at.baseUrl,
        `/api/v1/incidents?is_significant=true&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
        { key: at.organization.key },
      )
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      if (body.next_cursor === null) break
      cursor = body.next_cursor
    }
    expect(names(seen.map((id) => ({ id })))).toEqual(['ransom', 'leak'])
  })

  test('shows nothing of another organization', async () => {
    const other = await at.another()
    for (const query of [
      'status=open',
      'search=vault',
      `search=${ids.leak}`,
      'detected_since=2020-01-01T00:00:00Z',
    ])
      expect(await listed(query, other.key), query).toEqual([])
    const theirs = controlClient(at.baseUrl, IncidentService, other.admin.session)
    expect(await theirs.countIncidents({ filter: { search: 'vault' } })).toMatchObject({
      count: 0n,
      more: false,
    })
    expect(await theirs.summarizeIncidents({})).toMatchObject({ total: 0n, counts: [] })
  })
})

describe('incidents are filtered by people’s work', () => {
  test('overdue=true shows incidents with an overdue report in any status, and counts agree', async () => {
    expect(await listed('overdue=true')).toEqual(['ransom', 'leak'])
    expect(await listed('overdue=false')).toEqual(['phish'])
    expect(await listed('overdue=true&regulation=dora')).toEqual(['ransom'])
    expect(await listed('overdue=true&limit=1')).toEqual(['ransom'])
    const count = await incidents.countIncidents({ filter: { overdue: true } })
    expect(count).toMatchObject({ count: 2n, more: false })
    const other = await at.another()
    expect(await listed('overdue=true', other.key)).toEqual([])
  })

  test('owner_id filters by the owner of the current version', async () => {
    const work = controlClient(at.baseUrl, IncidentWorkService, at.organization.admin.session)
    const { id, email } = at.organization.admin
    const own = async (owner: string) => {
      const { incident } = await incidents.getIncident({ id: ids.leak! })
      const asked = { id: ids.leak!, expectedVersion: incident!.version, reason: 'on call', owner }
      await work.editIncident(asked)
    }
    expect(await listed(`owner_id=${id}`)).toEqual([])
    await own(email)
    expect(await listed(`owner_id=${id.toUpperCase()}`)).toEqual(['leak'])
    expect(await listed(`owner_id=${ids.leak}`)).toEqual([])
    expect(await incidents.countIncidents({ filter: { ownerId: id, overdue: true } })).toMatchObject({
      count: 1n,
    })
    await own('')
    expect(await listed(`owner_id=${id}`)).toEqual([])
    const bad = await call(at.baseUrl, '/api/v1/incidents?owner_id=me', { key: at.organization.key })
    expect([bad.status, bad.body.error.code]).toEqual([400, 'validation_error'])
  })
})

describe('the control API’s list of incidents', () => {
  test.each([
    [ListOrder.UNSPECIFIED, ['ransom', 'phish', 'leak']],
    [ListOrder.OLDEST, ['leak', 'phish', 'ransom']],
    [ListOrder.DETECTED_NEWEST, ['ransom', 'leak', 'phish']],
    [ListOrder.DETECTED_OLDEST, ['phish', 'leak', 'ransom']],
  ])('sorts by order %s, page by page', async (order, expected) => {
    const seen: { id: string }[] = []
    let cursor = ''
    do {
      const found = await incidents.listIncidents({ order, page: { limit: 1, cursor } })
      seen.push(...found.incidents)
      cursor = found.nextCursor
    } while (cursor !== '')
    expect(names(seen)).toEqual(expected)
  })

  test('counts the incidents of a filter', async () => {
    const count = async (filter: Parameters<typeof incidents.listIncidents>[0]) =>
      Number((await incidents.countIncidents({ filter })).count)
    expect(await count({})).toBe(3)
    expect(await count({ severity: [Severity.CRITICAL, Severity.LOW] })).toBe(2)
    expect(await count({ search: 'ransomware', detectedSince: timestampOf('2026-03-01T00:00:00Z') })).toBe(1)
    await expect(count({ severity: [9 as Severity] })).rejects.toThrow(/severity: must be one of/)
  })

  test('summarizes all incidents, and follows their changes', async () => {
    const before = await incidents.summarizeIncidents({})
    expect(before).toMatchObject({ total: 3n, active: 2n, significant: 2n, awaitingTriage: 0n })
    await incidents.moveIncident({ id: ids.ransom!, status: IncidentStatus.RESOLVED })
    const after = await incidents.summarizeIncidents({})
    expect(after).toMatchObject({ total: 3n, active: 1n, significant: 1n })
    expect(after.counts).toContainEqual(
      expect.objectContaining({
        status: IncidentStatus.RESOLVED,
        severity: Severity.CRITICAL,
        regulation: Regulation.DORA,
        isSignificant: true,
        count: 1n,
      }),
    )
  })
})

test('assets and suppliers are filtered and searched as well', async () => {
  await post('/assets', {
    name: 'Customer database',
    asset_type: 'database',
    classification: 'restricted',
    business_criticality: 'high',
  })
  await post('/assets', {
    name: 'Web shop',
    asset_type: 'application',
    classification: 'public',
    business_criticality: 'low',
    hosted_in_eu: true,
  })
  await post('/suppliers', { name: 'Nordic Hosting', category: 'critical', org_number: '556677-8899' })
  const list = async (path: string) =>
    (await call(at.baseUrl, `/api/v1${path}`, { key: at.organization.key })).body.data.map(
      ({ name }: { name: string }) => name,
    )
  expect(await list('/assets?asset_type=database')).toEqual(['Customer database'])
  expect(await list('/assets?classification=public,restricted&hosted_in_eu=true')).toEqual(['Web shop'])
  expect(await list('/assets?status=retired')).toEqual([])
  expect(await list('/assets?search=cust')).toEqual(['Customer database'])
  expect(await list('/suppliers?search=556677-8899')).toEqual(['Nordic Hosting'])
  expect(await list('/suppliers?assessment_status=approved')).toEqual([])
  expect(await list('/suppliers?category=critical,important')).toEqual(['Nordic Hosting'])
})

test('derived list rows equal those that the records give', async () => {
  await incidents.summarizeIncidents({})
  const differ = await sql(
    at.databaseUrl,
    `with anew as (
       select distinct on (org_id, id) org_id, id, version, record::jsonb as record from ledger.incidents
       order by org_id, id, version desc)
     select a.id from anew a full join ledger.list_rows l on l.org_id = a.org_id and l.id = a.id and l.type = 'incidents'
     where a.org_id = $1 and (l.version, l.at, l.facets, l.terms) is distinct from (a.version, ledger.list_at(a.record),
       ledger.list_facets('incidents', a.record), ledger.list_terms('incidents', a.org_id, a.record))`,
    [at.organization.id],
  )
  expect(differ).toEqual([])
  const counts = await sql(
    at.databaseUrl,
    `select facets, type, count(*) from ledger.list_rows where org_id = $1 group by 1, 2
     except select facets, type, count from ledger.list_counts where org_id = $1`,
    [at.organization.id],
  )
  expect(counts).toEqual([])
})
