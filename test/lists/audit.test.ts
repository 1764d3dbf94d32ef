import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RowOrder } from '../../proto/gen/attestry/common/v1/paging_pb.ts'
import { SystemService } from '../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { AuditService } from '../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { IncidentWorkService } from '../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { canonicalJson } from '../../services/kernel/json/canonical-json.ts'
import { controlClient } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { everyEntryPlaced } from '../log/support.ts'
import { alone } from '../pipelines/pipeline.ts'
import { ocsfProblems } from './ocsf.ts'

let at: TestInstallation
let directory: string
let incident: string
beforeAll(async () => {
  at = await bootInstallation()
  directory = await mkdtemp(join(tmpdir(), 'attestry-follow-'))
  const { key } = at.organization
  const made = await call(at.baseUrl, '/api/v1/incidents', {
    key,
    body: { title: 'Key leaked', severity: 'high' },
  })
  incident = made.body.id
  await call(at.baseUrl, '/api/v1/incidents', { key, body: { severity: 'high' } })
  await call(at.baseUrl, '/api/v1/assets', { key })
  // More entries than listeners of one event that Node.js takes without a warning.
  for (let i = 0; i < 12; i++) await call(at.baseUrl, '/api/v1/incidents', { key })
  await everyEntryPlaced(at.databaseUrl)
})
afterAll(async () => {
  await at.stop()
  await rm(directory, { recursive: true, force: true })
})

// biome-ignore lint/suspicious/noExplicitAny: what the server answers is what a test inspects.
const entries = async (query: string, key = at.organization.key): Promise<any> =>
  (await call(at.baseUrl, `/api/v1/audit-entries?${query}`, { key })).body

describe('GET /audit-entries', () => {
  test('returns each entry as its leaf hashes it, with leaf index and incident ids', async () => {
    const { data } = await entries('operation=createIncident&outcome=ok')
    expect(data).toHaveLength(1)
    const { leaf_index, incident_ids, ...entry } = data[0]
    expect(incident_ids).toEqual([incident])
    const [leaf] = await sql<{ hash: string }>(
      at.databaseUrl,
      "select encode(hash, 'hex') as hash from ledger.leaves where org_id = $1 and index = $2",
      [at.organization.id, leaf_index],
    )
    const hash = createHash('sha256').update(Buffer.of(0)).update(canonicalJson(entry)).digest('hex')
    expect(hash).toBe(leaf!.hash)
  })

  test.each([
    ['operation=createIncident', ['refused', 'ok']],
    ['operation=createIncident&outcome=refused', ['refused']],
    ['operation=createIncident&actor_kind=api_key', ['refused', 'ok']],
    ['operation=createIncident&actor_kind=user', []],
    ['operation=createIncident&since=2099-01-01T00:00:00Z', []],
    ['operation=createIncident&until=2099-01-01T00:00:00Z', ['refused', 'ok']],
    ['operation=createIncident&actor_id=018f0000-0000-7000-8000-000000000001', []],
  ])('?%s', async (query, outcomes) => {
    expect((await entries(query)).data.map(({ outcome }: { outcome: string }) => outcome)).toEqual(outcomes)
  })

  test('?actor_id= lists the calls of a key', async () => {
    const { data } = await entries(`actor_id=${at.organization.keyId}&operation=listAssets`)
    expect(data).toHaveLength(1)
  })

  test('pages backwards by cursor and forwards by after_leaf, with each entry once', async () => {
    const back: string[] = []
    for (let cursor = ''; ; ) {
      const page = await entries(`operation=createIncident&limit=1${cursor && `&cursor=${cursor}`}`)
      back.push(...page.data.map(({ id }: { id: string }) => id))
      if (page.next_cursor === null) break
      cursor = page.next_cursor
    }
    const forth: string[] = []
    const places: number[] = []
    for (let after = -1; ; ) {
      const page = await entries(`operation=createIncident&limit=1&after_leaf=${after}`)
      forth.push(...page.data.map(({ id }: { id: string }) => id))
      places.push(...page.data.map(({ leaf_index }: { leaf_index: number }) => leaf_index))
      if (page.last_leaf === after) break
      after = page.last_leaf
    }
    expect(back).toHaveLength(2)
    expect(forth).toEqual(back.toReversed())
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('refuses after_leaf together with cursor, and a key without the permission', async () => {
    const both = await call(at.baseUrl, `/api/v1/audit-entries?after_leaf=0&cursor=${incident}`, {
      key: at.organization.key,
    })
    expect(both.body.error.details.fieldErrors).toHaveProperty('cursor')
    const narrow = await at.organization.makeKey({ permissions: ['incidents:read', 'gate:query'] })
    const refused = await call(at.baseUrl, '/api/v1/audit-entries', { key: narrow.key })
    expect(refused.body.error).toMatchObject({ code: 'forbidden', details: { permission: 'audit:read' } })
  })

  test('?record_id= lists the calls that wrote a record, and for an incident what belongs to it', async () => {
    const { key, admin } = at.organization
    const operations = async (query: string) =>
      (await entries(query)).data.map(({ operation }: { operation: string }) => operation)
    const work = controlClient(at.baseUrl, IncidentWorkService, admin.session)
    const { comment } = await work.commentIncident({ id: incident, text: 'seen' })
    const written = ['commentIncident', 'createIncident']
    expect(await operations(`record_id=${incident}`)).toEqual(written)
    expect(await operations(`record_id=${incident.toUpperCase()}&outcome=ok`)).toEqual(written)
    expect(await operations(`record_id=${incident}&operation=commentIncident`)).toEqual(['commentIncident'])
    expect(await operations(`record_id=${comment!.id}`)).toEqual(['commentIncident'])
    expect(await operations(`record_id=${incident}&after_leaf=-1&operation=createIncident`)).toEqual([
      'createIncident',
    ])
    const first = await entries(`record_id=${incident}&limit=1`)
    expect(first.data).toHaveLength(1)
    expect(await operations(`record_id=${incident}&limit=1&cursor=${first.next_cursor}`)).toEqual([
      'createIncident',
    ])
    const audit = controlClient(at.baseUrl, AuditService, admin.session)
    const counted = await audit.listEntries({ recordId: incident, withCount: true, order: RowOrder.OLDEST })
    expect([counted.entries.map(({ operation }) => operation), counted.count?.count]).toEqual([
      written.toReversed(),
      2n,
    ])
    // Records of other services.
    const { system } = await controlClient(at.baseUrl, SystemService, admin.session).createSystem({
      name: 'S',
    })
    expect(await operations(`record_id=${system!.id}`)).toEqual(['createSystem'])
    const run = { run_ref: 'r', agent_identity: 'a', status: 'running', started_at: '2026-01-01T00:00:00Z' }
    await call(at.baseUrl, '/api/v1/agent-runs', { key, body: run })
    const { data } = (await call(at.baseUrl, '/api/v1/agent-runs', { key })).body
    expect(await operations(`record_id=${data[0].id}`)).toEqual(['submitRuns'])
    // An id of nothing, one of another organization, and text that is no id.
    expect(await operations('record_id=018f0000-0000-7000-8000-000000000001')).toEqual([])
    const other = await at.another()
    expect((await entries(`record_id=${incident}`, other.key)).data).toEqual([])
    const wrong = await call(at.baseUrl, '/api/v1/audit-entries?record_id=x', { key })
    expect([wrong.status, Object.keys(wrong.body.error.details.fieldErrors)]).toEqual([400, ['record_id']])
  })

  test('shows nothing of another organization', async () => {
    const other = await at.another()
    const { data } = await entries('operation=createIncident', other.key)
    expect(data).toEqual([])
    await everyEntryPlaced(at.databaseUrl)
    const { data: followed } = await entries('after_leaf=-1&limit=200', other.key)
    expect(followed.length).toBeGreaterThan(0)
    expect(
      followed.every(({ organization_id }: { organization_id: string }) => organization_id === other.id),
    ).toBe(true)
  })
})

describe('attestry audit follow', () => {
  const follow = (...options: string[]) =>
    alone(['audit', 'follow', '--once', '--url', at.baseUrl, ...options], {
      ATTESTRY_API_KEY: at.organization.key,
    })
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const linesOf = (stdout: string): any[] =>
    stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))

  test('prints the log in order, and continues where it stopped', async () => {
    await everyEntryPlaced(at.databaseUrl)
    const state = join(directory, 'json.state')
    const first = await follow('--state', state)
    expect(first).toMatchObject({ code: 0, stderr: '' })
    const lines = linesOf(first.stdout)
    expect(lines.map(({ leaf_index }) => leaf_index)).toEqual(lines.map((_, i) => i))
    await call(at.baseUrl, '/api/v1/suppliers', { key: at.organization.key })
    await everyEntryPlaced(at.databaseUrl)
    const next = linesOf((await follow('--state', state)).stdout)
    expect(next[0].leaf_index).toBe(lines.length)
    expect(next.map(({ operation }) => operation)).toContain('listSuppliers')
    const kept = JSON.parse(await readFile(state, 'utf8'))
    const { leaf_index, id } = next.at(-1)
    expect(kept).toEqual({ after_leaf: leaf_index, organization_id: at.organization.id, entry_id: id })
  })

  test('--format ocsf prints the entries in OCSF, and findings for incidents', async () => {
    const dismissed = { status: 'dismissed', note: 'an exercise' }
    const path = `/api/v1/incidents/${incident}/status`
    const { status } = await call(at.baseUrl, path, { key: at.organization.key, body: dismissed })
    expect(status).toBe(200)
    await everyEntryPlaced(at.databaseUrl)
    const { stdout, code } = await follow('--format', 'ocsf', '--from', 'start')
    expect(code).toBe(0)
    const events = linesOf(stdout)
    for (const event of events) expect([event.message, ocsfProblems(event)]).toEqual([event.message, []])
    expect(new Set(events.map(({ metadata }) => metadata.tenant_uid))).toEqual(new Set([at.organization.id]))
    const findings = events.filter(({ class_uid }) => class_uid === 2005)
    expect(findings.map(({ activity_name }) => activity_name)).toEqual(['Create', 'Close'])
    expect(findings[0]).toMatchObject({
      severity_id: 4,
      status_id: 99,
      status: 'dismissed',
      finding_info_list: [{ uid: incident, title: 'Key leaked' }],
    })
  })

  test('refuses an invalid state file, one of another organization, and a key without permission', async () => {
    const broken = join(directory, 'broken.state')
    await writeFile(broken, '{"after_leaf":"x"}')
    expect(await follow('--state', broken)).toMatchObject({ code: 2, stdout: '' })
    const foreign = join(directory, 'foreign.state')
    await writeFile(foreign, JSON.stringify({ after_leaf: -1, organization_id: incident }))
    expect(await follow('--state', foreign)).toMatchObject({ code: 2, stdout: '' })
    const { key } = await at.organization.makeKey({ permissions: ['incidents:read'] })
    const denied = await alone(['audit', 'follow', '--once', '--url', at.baseUrl], {
      ATTESTRY_API_KEY: key,
    })
    expect(denied).toMatchObject({ code: 3, stdout: '' })
    expect(denied.stderr).toContain('audit:read')
    expect(denied.stderr).not.toContain('--no-incidents')
  })

  test('tells a key without incidents:read what it lacks and about --no-incidents', async () => {
    const { key } = await at.organization.makeKey({ permissions: ['audit:read'] })
    const asked = ['audit', 'follow', '--once', '--url', at.baseUrl, '--format', 'ocsf']
    const denied = await alone(asked, { ATTESTRY_API_KEY: key })
    expect(denied.code).toBe(3)
    expect(denied.stderr).toContain('incidents:read')
    expect(denied.stderr).toMatch(
      /; an Incident Finding needs the permission incidents:read; --no-incidents leaves these out\n$/,
    )
    expect(await alone([...asked, '--no-incidents'], { ATTESTRY_API_KEY: key })).toMatchObject({ code: 0 })
  })

  test('does not ask for a permission if the key was revoked meanwhile', async () => {
    const { id, key } = await at.organization.makeKey({ permissions: ['audit:read', 'incidents:read'] })
    // In front of the installation: what is behind the log is answered after the key was revoked.
    const front = createServer(async (request, response) => {
      if (request.url!.includes('/incidents/')) await at.organization.revokeKey(id).catch(() => {})
      const headers = { authorization: request.headers.authorization ?? '' }
      const answer = await fetch(at.baseUrl + request.url, { headers })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    }).listen(0, '127.0.0.1')
    await once(front, 'listening')
    const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
    const asked = ['audit', 'follow', '--once', '--url', url, '--format', 'ocsf']
    const denied = await alone(asked, { ATTESTRY_API_KEY: key })
    front.close()
    expect(denied.code).toBe(3)
    expect(denied.stderr).toMatch(
      /the API key is unknown, revoked or expired; attestry key create makes another\n$/,
    )
  })
})
