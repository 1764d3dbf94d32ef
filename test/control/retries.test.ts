import { afterAll, beforeAll, expect, test } from 'vitest'
import { rpc } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { problemsOf } from '../state/support/verification.ts'

let at: TestInstallation
let id: string
beforeAll(async () => {
  at = await bootInstallation()
  const { key } = at.organization
  const body = { title: 'One', severity: 'critical', regulation: 'nis2' }
  const made = await call(at.baseUrl, '/api/v1/incidents', { key, body })
  id = made.body.id
})
afterAll(() => at?.stop())

const send = (path: string, body: object, key?: string) =>
  rpc(at.baseUrl, path, {
    session: at.organization.admin.session,
    body,
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
  })
const COMMENT = 'attestry.ledger.v1.IncidentWorkService/CommentIncident'
const CREATE = 'attestry.ledger.v1.IncidentService/CreateIncident'
const ENTRIES = 'attestry.ledger.v1.AuditService/ListEntries'
const ATTACH = 'attestry.ledger.v1.IncidentWorkService/AttachToIncident'
const ATTACHMENTS = 'attestry.ledger.v1.IncidentWorkService/ListIncidentAttachments'
const FILE = 'attestry.ledger.v1.ObligationService/FileIncidentReport'
const FILINGS = 'attestry.ledger.v1.ObligationService/ListIncidentFilings'
const DRAFT = 'attestry.ledger.v1.IncidentReportService/CreateIncidentReport'
const DRAFTS = 'attestry.ledger.v1.IncidentReportService/ListIncidentReports'
const TIMELINE = 'attestry.ledger.v1.IncidentService/ListIncidentTimeline'

async function comments(): Promise<string[]> {
  const { entries } = (await send(TIMELINE, { id })).body
  return entries.flatMap((entry: { comment?: { text: string } }) => entry.comment?.text ?? [])
}

test('a person’s retry under its idempotency key gets the first answer, and records nothing twice', async () => {
  const first = await send(COMMENT, { id, text: 'isolated' }, 'k1')
  const again = await send(COMMENT, { id, text: 'isolated' }, 'k1')
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null])
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
  expect(again.body).toEqual(first.body)
  expect(await comments()).toEqual(['isolated'])

  const created = await send(CREATE, { title: 'By a person', severity: 'SEVERITY_HIGH' }, 'k1')
  const repeated = await send(CREATE, { title: 'By a person', severity: 'SEVERITY_HIGH' }, 'k1')
  expect(repeated.body).toEqual(created.body)
  const { entries } = (await send(ENTRIES, {})).body
  expect(JSON.stringify(entries)).toContain(`"replay_of":"${created.headers.get('x-request-id')}"`)
})

const REPORT = { regime: 'REGIME_NIS2', step: 'early_warning' }
const AT = new Date(Date.now() - 60_000).toISOString()
const CREATED: [string, string, () => object, string, string][] = [
  [
    'a file',
    ATTACH,
    () => ({ id, name: 'a.txt', content: btoa('x'.repeat(300_000)) }),
    ATTACHMENTS,
    'attachments',
  ],
  [
    'a filing',
    FILE,
    () => ({ id, ...REPORT, submittedAt: AT, recipient: 'CSIRT', note: 'by phone' }),
    FILINGS,
    'filings',
  ],
  ['a draft of a report', DRAFT, () => ({ id, ...REPORT }), DRAFTS, 'reports'],
]

test.each(CREATED)(
  '%s that is sent again under its key is recorded once',
  async (_, path, request, list, of) => {
    const first = await send(path, request(), 'once')
    const again = await send(path, request(), 'once')
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 200, 'true'])
    expect(again.body).toEqual(first.body)
    const other = await send(path, { ...request(), id: 'cccccccc-cccc-4ccc-8ccc-cccccccccccc' }, 'once')
    expect(Object.keys(other.body.error.details.fieldErrors)).toEqual(['Idempotency-Key'])
    expect((await send(list, { id })).body[of]).toHaveLength(1)
  },
)

test('many retries at once record one', async () => {
  const request = { id, name: 'at-once.txt', content: btoa('at once') }
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(ATTACH, request, 'at-once')))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.attachment?.id}`)).size).toBe(1)
  const { attachments } = (await send(ATTACHMENTS, { id })).body
  expect(attachments.filter(({ name }: { name: string }) => name === 'at-once.txt')).toHaveLength(1)
})

test('without a key, or under another one, the same call is another call', async () => {
  const before = (await comments()).length
  await send(COMMENT, { id, text: 'checked' })
  await send(COMMENT, { id, text: 'checked' })
  await send(COMMENT, { id, text: 'checked' }, 'k2')
  expect(await comments()).toHaveLength(before + 3)
})

test('a key of another request, and a text that is no key, are refused by name', async () => {
  for (const [text, key] of [
    ['other', 'k1'],
    ['isolated', 'x'.repeat(256)],
  ] as const) {
    const { status, body } = await send(COMMENT, { id, text }, key)
    expect([status, body.error.code]).toEqual([400, 'validation_error'])
    expect(Object.keys(body.error.details.fieldErrors)).toEqual(['Idempotency-Key'])
  }
  expect(await comments()).not.toContain('other')
})

test('the state follows from the log, stored answers included', async () => {
  expect(await problemsOf(at.databaseUrl, at.organization.id)).toEqual([])
})
