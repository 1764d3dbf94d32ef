import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProfileService } from '../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { Operator, SuiteService } from '../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { SystemService } from '../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { TriggerService } from '../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { IncidentWorkService } from '../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { IncidentReportService } from '../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { Regime } from '../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { stateEntities } from '../../services/gate/store/entities/state.ts'
import { findingStore } from '../../services/gate/store/findings.ts'
import { profileStore } from '../../services/gate/store/profiles.ts'
import { suiteStore } from '../../services/gate/store/suites.ts'
import type { Database } from '../../services/kernel/database/database.ts'
import { readPageInParts } from '../../services/kernel/lists/paging.ts'
import { PART_BYTES, type Part } from '../../services/kernel/lists/part.ts'
import { attachmentRecords } from '../../services/ledger/domain/incidents/attachment.ts'
import { attachmentStore } from '../../services/ledger/store/incidents/attachments.ts'
import { timelineStore } from '../../services/ledger/store/incidents/timeline.ts'
import { controlClient } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { call } from '../harness/rest.ts'
import { counted } from './counted.ts'

let at: TestInstallation
let org: TestOrganization
let systemId: string
beforeAll(async () => {
  at = await bootInstallation()
  org = at.organization
  systemId = await newSystem()
})
afterAll(() => at.stop())

/** The service of a person of the organization. */
const as = <S extends Parameters<typeof controlClient>[1]>(service: S) =>
  controlClient<S>(at.baseUrl, service, org.admin.session)

async function newSystem(): Promise<string> {
  const { system } = await as(SystemService).createSystem({ name: `system ${Math.random()}` })
  return system!.id
}

/** Three bytes a character. */
const long = (n: number, length: number) => `${n} ${'字'.repeat(length)}`.slice(0, length)

/** Reads a page of a list, and checks that no answer of the database had much more than a part. */
async function readInParts<R, T extends { id: string } = R & { id: string }>(
  service: 'gate' | 'ledger',
  page: (db: Database, limit: number, before: string | undefined) => Promise<Part<R>>,
  largest: number,
): Promise<string[]> {
  const entities = service === 'gate' ? stateEntities : []
  const { read, answers } = await counted({ url: at.databaseUrl, service, entities }, (db) =>
    readPageInParts(
      { limit: 200, before: undefined },
      (limit, before) => page(db, limit, before),
      (row) => row as unknown as T,
      undefined,
    ),
  )
  expect(answers.length).toBeGreaterThan(1)
  expect(Math.max(...answers)).toBeLessThan(1.2 * (PART_BYTES + largest))
  expect(read.nextCursor).toBe('')
  return read.rows.map(({ id }) => id)
}

test('profiles are read in parts, in both orders and filtered, newest versions only', async () => {
  const profiles = as(ProfileService)
  const made: string[] = []
  for (let n = 0; n < 10; n++) {
    const tools = Array.from({ length: 500 }, (_, i) => long(i, 200))
    const aiSystemId = await newSystem()
    const versions = { modelName: 'm', modelVersion: '1', promptVersion: '1' }
    const { profile } = await profiles.createProfile({
      aiSystemId,
      agentIdentity: `agent ${n}`,
      tools,
      ...versions,
    })
    made.push(profile!.id)
  }
  const first = made[0]!
  await profiles.updateProfile({ id: first, modelVersion: '2' })
  for (const order of ['newest', 'oldest'] as const)
    for (const search of ['', 'AGENT']) {
      const filter = { systemId: undefined, search }
      const read = await readInParts(
        'gate',
        (db, limit, cursor) => profileStore(db).page(org.id, filter, { order, limit, cursor }),
        300_000,
      )
      expect(read).toEqual(order === 'newest' ? made.toReversed() : made)
    }
  const found = await profiles.listProfiles({ search: first.toUpperCase() })
  expect(found.profiles).toMatchObject([
    { id: first, modelVersion: '2', version: 2, agentIdentity: 'agent 0' },
  ])
  expect((await profiles.listProfiles({ search: '%' })).profiles).toEqual([])
})

test('suites are read in parts', async () => {
  const made: string[] = []
  for (let n = 0; n < 20; n++) {
    const thresholds = Array.from({ length: 100 }, (_, i) => {
      return { metricName: long(i, 200), evalType: 'bias', operator: Operator.GTE, value: 1 }
    })
    const { suite } = await as(SuiteService).createSuite({ aiSystemId: systemId, name: 's', thresholds })
    made.push(suite!.id)
  }
  const filter = { systemId, current: undefined }
  const read = await readInParts(
    'gate',
    (db, limit, before) => suiteStore(db).page(org.id, filter, limit, before),
    150_000,
  )
  expect(read).toEqual(made.toReversed())
})

test('triggers are read in parts', async () => {
  const made: string[] = []
  for (let n = 0; n < 20; n++) {
    const triggers = as(TriggerService)
    const { trigger } = await triggers.openTrigger({ aiSystemId: systemId, reason: 'r' })
    await triggers.resolveTrigger({ id: trigger!.id, reason: long(n, 20_000), occurrences: 1n })
    made.push(trigger!.id)
  }
  const filter = { kinds: ['manual' as const], systemId, open: false, action: undefined }
  const read = await readInParts(
    'gate',
    (db, limit, before) => findingStore(db).page(org.id, filter, limit, before),
    150_000,
  )
  expect(read).toEqual(made.toReversed())
})

test('a timeline is read in parts, and without the values of reports', async () => {
  const made = await call(at.baseUrl, '/api/v1/incidents', {
    key: org.key,
    body: { title: 'x', severity: 'low' },
  })
  const { id } = made.body
  const reports = as(IncidentReportService)
  const { report } = await reports.createIncidentReport({ id, regime: Regime.NIS2, step: 'early_warning' })
  for (let version = 1; version <= 20; version++) {
    const values = [{ field: 'summary', text: long(version, 25_000) }]
    await reports.editIncidentReport({ id, reportId: report!.id, expectedVersion: version, values })
    await as(IncidentWorkService).commentIncident({ id, text: long(version, 20_000) })
  }
  let values = 0
  const read = await readInParts(
    'ledger',
    async (db, limit, before) => {
      const part = await timelineStore(db).page(org.id, id, limit, before)
      values += part.rows.filter((row) => row.report?.includes('字')).length
      return { ...part, rows: part.rows.map((row) => ({ ...row, id: row.entryId })) }
    },
    150_000,
  )
  expect(values).toBe(0)
  expect(read).toEqual(read.toSorted().toReversed())
  // The incident, the report, and each edit and comment.
  expect(read).toHaveLength(42)
})

test('files of an incident are read in parts', async () => {
  const body = { title: 'x', severity: 'low' }
  const { id } = (await call(at.baseUrl, '/api/v1/incidents', { key: org.key, body })).body
  const made: string[] = []
  for (let n = 0; n < 20; n++) {
    const file = { name: `${n}.txt`, content: new Uint8Array([n]), note: long(n, 20_000) }
    const { attachment } = await as(IncidentWorkService).attachToIncident({ id, ...file })
    made.push(attachment!.id)
  }
  const read = await readInParts(
    'ledger',
    async (db, limit, before) => {
      const part = await attachmentStore(db, 1).page(org.id, id, limit, before)
      return { ...part, rows: part.rows.map(attachmentRecords.read) }
    },
    60_000,
  )
  expect(read).toEqual(made.toReversed())
  const { attachments } = await as(IncidentWorkService).listIncidentAttachments({ id, page: { limit: 200 } })
  expect(attachments.map((one) => one.id)).toEqual(read)
})
