import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { RECORD_OWNERS } from '../../services/kernel/audit/record-types.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { lines } from '../verifier/support/tamper.ts'
import { unpack } from '../verifier/support/zip.ts'
import { ask, exported, NODE, outcome, temporary, verify, verifyAlone } from './support/export.ts'
import { acting, createScenario, type Scenario, toolCall } from './support/scenario.ts'

let at: TestInstallation
let scenario: Scenario
let session: string
beforeAll(async () => {
  at = await bootInstallation()
  session = at.organization.admin.session
  scenario = await createScenario(at, at.organization)
  await createScenario(at, await at.another({ name: 'Another' }), 'Another')
})
afterAll(() => at.stop())

type Entry = { operation: string; receipts: { type: string }[]; request_id: string; id: string; at: string }
const entriesOf = (file: string): Entry[] =>
  lines(unpack(readFileSync(file)), 'audit').map((line) => JSON.parse(line))

describe('the package of a full scenario', () => {
  test('verifies under the system’s own Node.js, with the same report', async () => {
    expect(execFileSync(NODE, ['--version']).toString()).toMatch(/^v2[0-9]\./)
    await exported(at, session)
    const file = await exported(at, session)
    const report = await verifyAlone(file)
    expect(report).toMatchObject({ result: 'verified', exit_code: 0, failures: [] })
    const { steps, remarks, not_proven } = await verify(file)
    expect({ steps, remarks, not_proven }).toEqual({
      steps: report.steps,
      remarks: report.remarks,
      not_proven: report.not_proven,
    })
    expect(report.package).toMatchObject({ type: 'evidence', organization_id: at.organization.id })
    expect(report.package.counts).toMatchObject({ 'gate-decisions': 3, incidents: 4, suites: 2, exports: 2 })
  })

  test('verifies with the openssl commands of VERIFICATION.md', async () => {
    const file = await exported(at, session)
    const page = execFileSync('unzip', ['-p', file, 'VERIFICATION.md']).toString()
    const [, script] = /## With openssl\n[\s\S]*?\n\n((?: {4}.*\n|\n)+)/.exec(page)!
    const cwd = temporary('openssl')
    mkdirSync(cwd)
    const { kid } = (await verify(file)).package
    const pasted = script!
      .replace('/path/to/package.zip', file)
      .replaceAll('KEY_ID', kid)
      .replaceAll('ORGANIZATION_ID', at.organization.id)
    const output = execFileSync('bash', ['-euc', pasted], { cwd, stdio: 'pipe' }).toString()
    expect(output).toContain(kid)
    expect(output).toContain('Verified OK')
    expect(output).toContain('data/audit-000001.jsonl.gz: OK')
    expect(output).toMatch(new RegExp(`\\norganization ${at.organization.id}: OK\\n$`))
  })

  test('opens in yauzl in strict mode, with the same files', async () => {
    const bytes = readFileSync(await exported(at, session))
    expect(await readWithYauzl(bytes)).toEqual([...unpack(bytes)])
  })

  test('opens in Info-ZIP and in Python', async () => {
    const file = await exported(at, session)
    expect(execFileSync('unzip', ['-t', file]).toString()).toContain('No errors detected')
    const script =
      'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(len(z.namelist()))'
    const names = Number(execFileSync('python3', ['-c', script, file]).toString())
    expect(names).toBe(unpack(readFileSync(file)).size)
  })

  test('contains nothing of another organization', async () => {
    const file = await exported(at, session)
    for (const [name, bytes] of unpack(readFileSync(file)))
      if (name.startsWith('data/'))
        for (const line of lines(new Map([[`${name}`, bytes]]), name.slice(5, -'-000001.jsonl.gz'.length))) {
          expect(JSON.parse(line).organization_id).toBe(at.organization.id)
          expect(line).not.toContain('Another')
        }
  })

  test('has every type of record that has receipts, and the lists of types name them all', async () => {
    await exported(at, session)
    const file = await exported(at, session)
    const inEntries = new Set(entriesOf(file).flatMap(({ receipts }) => receipts.map(({ type }) => type)))
    const counts = new Set(Object.keys((await verify(file)).package.counts))
    counts.delete('audit')
    expect(counts).toEqual(inEntries)
    // Each has a table for people, but for the bytes of attachments.
    const tables = [...unpack(readFileSync(file)).keys()].filter((name) => name.startsWith('csv/'))
    const tabled = inEntries.union(new Set(['audit'])).difference(new Set(['attachment-contents']))
    expect(new Set(tables)).toEqual(new Set([...tabled].map((type) => `csv/${type}.csv`)))
    const installation = await sql<{ type: string }>(
      at.databaseUrl,
      `select distinct r ->> 'type' as type from ledger.entries, json_array_elements(entry::json -> 'receipts') r`,
    )
    // The installation's own log has these: keys that sign for everyone, clients that belong to nobody, and what the
    // operator announces to all.
    const elsewhere = ['signing-keys', 'service-clients', 'api-deprecations']
    expect(new Set(installation.map(({ type }) => type)).union(new Set(elsewhere))).toEqual(
      inEntries.union(new Set(elsewhere)),
    )
    expect(new Set(Object.keys(RECORD_OWNERS))).toEqual(inEntries.union(new Set(elsewhere)))
  })

  test('every table with records is published to packages by a view records_v1', async () => {
    const tables = await sql<{ name: string; published: boolean }>(
      at.databaseUrl,
      `select c.table_schema || '.' || c.table_name as name,
         exists (select from information_schema.view_table_usage u
           where u.view_schema = c.table_schema and u.view_name = 'records_v1'
             and u.table_schema = c.table_schema and u.table_name = c.table_name) as published
       from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where c.column_name = 'record' and t.table_type = 'BASE TABLE'`,
    )
    expect(tables.length).toBeGreaterThanOrEqual(Object.keys(RECORD_OWNERS).length)
    expect(tables.filter(({ published }) => !published)).toEqual([])
  })
})

describe('a period', () => {
  test('that begins and ends in mid-log verifies, and has the audit entries of that time', async () => {
    const all = entriesOf(await exported(at, session))
    const [from, to] = [all[7]!.at, all.at(-4)!.at]
    const file = await exported(at, session, `?from=${from}&to=${to}`)
    expect(await outcome(file)).toBe('verified')
    const some = entriesOf(file)
    expect(some.length).toBeGreaterThan(1)
    expect(some.length).toBeLessThan(all.length)
    const due = all.filter((entry) => entry.at >= from && entry.at < to).map(({ id }) => id)
    expect(some.map(({ id }) => id)).toEqual(expect.arrayContaining(due))
    const ids = all.map(({ id }) => id)
    const first = ids.indexOf(some[0]!.id)
    const beside = JSON.parse(unpack(readFileSync(file)).get('log/neighbours.json')!.toString())
    expect(JSON.parse(beside.before.entry).id).toBe(ids[first - 1])
    expect(JSON.parse(beside.after.entry).id).toBe(ids[first + some.length])
    expect((await verify(file)).not_proven.filter((line) => line.includes('which is proven'))).toHaveLength(2)
  })

  test('without audit entries is refused with a message that says so', async () => {
    const answer = await ask(at, session, '?from=2001-01-01T00:00:00Z&to=2001-02-01T00:00:00Z')
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: { code: 'validation_error', message: expect.stringContaining('no audit entries') },
    })
  })
})

describe('an incident support package', () => {
  test.each(['incidentId', 'deliveredId'] as const)(
    'of the %s has all its versions, deliveries and related audit entries, and nothing else',
    async (which) => {
      const id = scenario[which]
      const file = await exported(at, session, `?incident_id=${id}`)
      const report = await verify(file)
      expect(report).toMatchObject({ result: 'verified', package: { type: 'incident-support' } })
      const { counts } = report.package
      const delivered = which === 'deliveredId'
      expect(counts).toEqual(
        delivered
          ? { audit: 2, incidents: 1, 'webhook-deliveries': 2 }
          : {
              ...{ audit: 7, incidents: 3, 'incident-filings': 1, 'incident-reports': 1, obligations: 3 },
              ...{ 'incident-comments': 1, 'incident-attachments': 2, 'attachment-contents': 2 },
            },
      )
      const files = unpack(readFileSync(file))
      for (const line of lines(files, 'incidents')) expect(JSON.parse(line).id).toBe(id)
      expect(JSON.parse(files.get('manifest.json')!.toString())).toMatchObject({ incident_id: id })
    },
  )

  test('of another organization’s incident is not found, as for an unknown id', async () => {
    const other = await at.another()
    const never = '01950000-0000-7000-8000-00000000dead'
    for (const id of [scenario.incidentId, never]) {
      const answer = await ask(at, other.admin.session, `?incident_id=${id}`)
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { error: { code: 'not_found', message: 'incident not found' } },
      ])
    }
  })
})

test('a package verifies in which one batch of records spans two parts', async () => {
  const org = await at.another()
  const { post } = acting(at, org.key, org.admin.session)
  const run = await post('/agent-runs', {
    agent_identity: 'a',
    run_ref: 'r',
    started_at: new Date().toISOString(),
  })
  const payload = { text: 'x'.repeat(30_000) }
  for (let batch = 0; batch < 2; batch++) {
    const events = Array.from({ length: 400 }, (_, i) => ({ ...toolCall('t', batch * 400 + i), payload }))
    await post(`/agent-runs/${run.data[0].id}/events`, events)
  }
  const file = await exported(at, org.admin.session)
  const parts = [...unpack(readFileSync(file)).keys()].filter((name) => name.startsWith('data/agent-events'))
  expect(parts).toEqual(['data/agent-events-000001.jsonl.gz', 'data/agent-events-000002.jsonl.gz'])
  const report = await verify(file)
  expect(report.result).toBe('verified')
  expect(report.package.counts['agent-events']).toBe(800)
})

async function readWithYauzl(bytes: Buffer): Promise<[string, Buffer][]> {
  const zip = await fromBufferPromise(bytes, { strictFileNames: true })
  const files: [string, Buffer][] = []
  for await (const entry of zip.eachEntry())
    files.push([entry.fileName, await buffer(await zip.openReadStreamPromise(entry))])
  return files
}
