import { afterAll, beforeAll, expect, test } from 'vitest'
import { IncidentReportService } from '../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { Regime } from '../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { decisionList } from '../../services/gate/store/decision-list.ts'
import { evaluationList } from '../../services/ingestion/store/evaluation-list.ts'
import type { ListOptions } from '../../services/kernel/lists/list.ts'
import { PART_BYTES } from '../../services/kernel/lists/part.ts'
import { reportStore } from '../../services/ledger/store/incidents/reports.ts'
import { makeScene, personAt } from '../gate/people.ts'
import { controlClient } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { call } from '../harness/rest.ts'
import { counted } from './counted.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

const EVERYTHING = { created: { since: undefined, until: undefined }, search: [] }
const NIS2 = { regime: Regime.NIS2, step: 'early_warning' }
const WHOLE = { limit: 200, before: undefined }

async function sceneOf(organization: TestOrganization) {
  const admin = personAt(at.baseUrl, organization.admin.id, organization.admin.session)
  return await makeScene(at, organization, { admin, author: admin })
}

test('filtered lists are read in parts, in both orders, and leave their place between them', async () => {
  const organization = await at.another()
  const { aiSystemId } = await sceneOf(organization)
  const payload = { text: 'x'.repeat(30_000) }
  for (let n = 0; n < 100; n++) {
    const body = {
      ai_system_id: aiSystemId,
      source: 'large',
      eval_type: 'bias',
      metric_name: 'm',
      metric_value: n,
      passed: true,
    }
    const made = await call(at.baseUrl, '/api/v1/ai-evaluations', {
      key: organization.key,
      body: { ...body, evaluated_at: '2026-01-02T03:04:05Z', payload },
    })
    expect(made.status, made.text).toBe(201)
  }
  const orders: ListOptions['order'][] = ['newest', 'oldest']
  const filters = [{ evalType: 'bias' }, { search: ['large'] }]
  for (const order of orders)
    for (const filter of filters) {
      const places: number[] = []
      const place = { read: (bytes: number) => void places.push(bytes), signal: new AbortController().signal }
      const { read, answers } = await counted({ url: at.databaseUrl, service: 'ingestion' }, (db) =>
        evaluationList(db)(
          organization.id,
          {
            ...EVERYTHING,
            systemId: undefined,
            metricName: undefined,
            passed: undefined,
            evalType: undefined,
            ...filter,
          },
          { page: WHOLE, order, withCount: false, place },
        ),
      )
      const values = read.rows.map(({ record }) => JSON.parse(record).metric_value)
      const expected = Array.from({ length: 100 }, (_, n) => n)
      expect(values).toEqual(order === 'newest' ? expected.toReversed() : expected)
      expect(read.nextCursor).toBe('')
      expect(answers.length).toBeGreaterThan(2)
      // Quotes within records are escaped in the JSON that is counted.
      expect(Math.max(...answers)).toBeLessThan(1.2 * PART_BYTES)
      expect(places).toHaveLength(answers.length - 1)
      expect(places.at(-1)).toBeGreaterThan(2 * PART_BYTES)
    }
})

test('a list of gate decisions is read without their snapshots', async () => {
  const organization = await at.another()
  const { aiSystemId, profileId } = await sceneOf(organization)
  const clone = `insert into gate.profiles
    select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'agent_identity', gen_random_uuid()::text))).*
    from gate.profiles p, generate_series(1, 1000) where p.id = $1`
  await sql(at.databaseUrl, clone, [profileId])
  for (let n = 0; n < 8; n++)
    await call(at.baseUrl, `/api/v1/gate-status/${aiSystemId}`, { key: organization.key })
  const all = { systemId: undefined, decision: undefined, reason: undefined, search: [] }
  const times = { decided: { since: undefined, until: undefined } }
  for (const filter of [{}, { decision: 'block' }, { search: ['block'] }]) {
    const { read, answers } = await counted({ url: at.databaseUrl, service: 'gate' }, (db) =>
      decisionList(db)(
        organization.id,
        { ...all, ...times, ...filter },
        { page: WHOLE, order: 'newest', withCount: false },
      ),
    )
    expect(read.rows).toHaveLength(8)
    expect(answers.reduce((sum, bytes) => sum + bytes)).toBeLessThan(20_000)
  }
})

test('a list of reports is read without their values', async () => {
  const organization = await at.another()
  const { key, admin } = organization
  const made = await call(at.baseUrl, '/api/v1/incidents', { key, body: { title: 'x', severity: 'low' } })
  const reports = controlClient(at.baseUrl, IncidentReportService, admin.session)
  const { report } = await reports.createIncidentReport({ id: made.body.id, ...NIS2 })
  const values = [{ field: 'summary', text: 'x'.repeat(25_000) }]
  await reports.editIncidentReport({ id: made.body.id, reportId: report!.id, expectedVersion: 1, values })
  const { read, answers } = await counted({ url: at.databaseUrl, service: 'ledger' }, (db) =>
    reportStore(db).list(organization.id, made.body.id, 200, undefined),
  )
  expect(read.rows).toHaveLength(1)
  expect(answers[0]).toBeLessThan(5000)
  const { reports: listed } = await reports.listIncidentReports({ id: made.body.id })
  expect(listed).toMatchObject([{ id: report!.id, version: 2, values: [] }])
})
