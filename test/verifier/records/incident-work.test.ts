import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../../services/kernel/json/canonical-json.ts'
import { DEFAULT_SETTINGS } from '../../../services/ledger/domain/obligations/rule-sets.ts'
import { incident } from '../support/honest.ts'
import {
  AT,
  appendObliged,
  attachment,
  FACTS,
  FILED,
  type ObligationRecord,
  obligationRecord,
  obliged,
} from '../support/incidents.ts'
import { TestLog, uuid } from '../support/log.ts'
import { buildPackage } from '../support/package.ts'
import { outcome, verify } from '../support/run.ts'
import { makeKey } from '../support/signer.ts'

const key = makeKey()
const pin = [key.kid]
type Written = { [key: string]: JsonValue }

describe('verify.mjs derives obligations again from their inputs', () => {
  test('every shared vector of obligations verifies', async () => {
    const vectors: {
      incident: typeof FACTS
      filings: (typeof FILED)[]
      settings: object
      sets?: object
      now: string
    }[] = JSON.parse(readFileSync(new URL('../../vectors/obligations/vectors.json', import.meta.url), 'utf8'))
    const own = vectors.filter(({ sets }) => sets === undefined)
    const log = new TestLog()
    for (const [i, { incident, filings, settings, now }] of own.entries()) {
      const at = new Date(now).toISOString()
      const record = obligationRecord(
        {
          incident: times(incident),
          filings: times(filings).map(({ id, corrects, ...one }) => ({
            ...{ ...one, id: uuid(`${id} of vector ${i}`) },
            corrects: corrects && uuid(`${corrects} of vector ${i}`),
          })),
          settings: { ...DEFAULT_SETTINGS, ...settings, version: 1 },
        },
        at,
      )
      appendObliged(log, { ...record, id: uuid(`vector ${i}`) })
    }
    const report = await verify(await buildPackage(log, key), { pin })
    expect(report.failures).toEqual([])
    expect(own.length).toBeGreaterThan(50)
    expect(report.steps[6]!.detail).toContain(`${own.length} records of obligations`)
  })

  test.each<[string, (record: ObligationRecord) => void, string]>([
    ['a later limit', (r) => (r.obligations[0]!.due_at = '2027-01-01T00:00:00.000Z'), 'obligation_mismatch'],
    ['filed without a filing', (r) => (r.obligations[0]!.state = 'filed'), 'obligation_mismatch'],
    ['one left out', (r) => r.obligations.pop(), 'obligation_mismatch'],
    ['one added', (r) => r.obligations.push(r.obligations[0]!), 'obligation_mismatch'],
    ['a rule set that nobody knows', (r) => (r.obligations[0]!.rules = 'eu-9'), 'obligation_mismatch'],
    ['a field left out', (r) => delete r.obligations[0]!.remark, 'obligation_mismatch'],
    ['a field that nobody knows', (r) => (r.obligations[0]!.more = 1), 'obligation_mismatch'],
    ['no input', (r) => delete r.input, 'obligation_form'],
    ['an invalid time', (r) => (r.input!.incident.detected_at = 'yesterday'), 'obligation_form'],
    [
      'an unknown time zone',
      (r) => Object.assign(r.input!.settings, { time_zone: 'Mars/Phobos' }),
      'obligation_form',
    ],
    [
      'more holidays than can be set',
      (r) => Object.assign(r.input!.settings, { holidays: Array(2001).fill('2026-01-01') }),
      'obligation_form',
    ],
    ['obligations that are no list', (r) => Object.assign(r, { obligations: {} }), 'obligation_form'],
    ['nothing changed', () => {}, 'verified'],
  ])('%s', async (_, change, code) => {
    expect(await outcome(await buildPackage(obliged(change), key), { pin })).toBe(code)
  })
})

describe('obligations in an incident support package are derived from the package’s own records', () => {
  const version = (facts: Partial<typeof FACTS> = {}) => {
    const { assessments, moments, duplicate_of, ...own } = { ...FACTS, ...facts }
    const known = Object.entries(moments).map(([moment, at]) => ({ moment, at, note: '' }))
    return { ...incident('a', 1, 'open'), ...own, work: { assessments, duplicate_of, moments: known } }
  }
  const filing = (of: object = {}) => ({ ...FILED, incident_id: uuid('a'), reference: 'R', ...of })
  const support = (first: { [type: string]: object[] }, then: { [type: string]: object[] } = {}) => {
    const log = new TestLog()
    log.append('assessIncident', first as { [type: string]: Written[] })
    const isOne = Object.keys(then).length === 0
    if (!isOne) log.append('fileIncidentReport', then as { [type: string]: Written[] })
    return buildPackage(log, key, { incident: { id: uuid('a'), indices: isOne ? [0] : [0, 1] } })
  }
  const filed = {
    'incident-filings': [filing()],
    obligations: [obligationRecord({ filings: [FILED] }, AT, 2)],
  }

  const LATER = { ...FILED, id: uuid('later'), step: 'notification' }
  const inOrder = { obligations: [obligationRecord({ filings: [FILED, LATER] })] }
  const twice = { obligations: [obligationRecord({ filings: [FILED, FILED] })] }

  test.each<[string, Promise<Buffer>, string]>([
    [
      'of the version and the filings',
      support({ incidents: [version()], obligations: [obligationRecord()] }, filed),
      'verified',
    ],
    [
      'of another severity',
      support({ incidents: [version({ is_significant: false })], obligations: [obligationRecord()] }),
      'obligation_mismatch',
    ],
    [
      'of another time of awareness',
      support({ incidents: [version({ moments: {} })], obligations: [obligationRecord()] }),
      'obligation_mismatch',
    ],
    [
      'of another version',
      support({ incidents: [version()], obligations: [{ ...obligationRecord(), incident_version: 2 }] }),
      'obligation_mismatch',
    ],
    [
      'of a filing that is not there',
      support({ incidents: [version()], obligations: [obligationRecord({ filings: [FILED] })] }),
      'obligation_mismatch',
    ],
    [
      'of a filing at another time',
      support({ incidents: [version()] }, { ...filed, 'incident-filings': [filing({ submitted_at: AT })] }),
      'obligation_mismatch',
    ],
    [
      'of filings in the order of their ids, of which the clock of a process was behind',
      support({ incidents: [version()], 'incident-filings': [filing(LATER), filing()] }, inOrder),
      'verified',
    ],
    [
      'of one filing twice',
      support({ incidents: [version()], 'incident-filings': [filing(LATER), filing()] }, twice),
      'obligation_mismatch',
    ],
    [
      'without a filing that is there',
      support({ incidents: [version()] }, { ...filed, obligations: [obligationRecord()] }),
      'obligation_mismatch',
    ],
  ])('%s', async (_, bytes, code) => {
    expect(await outcome(await bytes, { pin })).toBe(code)
  })
})

test.each([
  ['is the attachment that it names', {}, 'verified'],
  ['is another', { document_sha256: '0'.repeat(64) }, 'attachment_mismatch'],
  ['is not there', { attachment_id: uuid('gone') }, 'attachment_mismatch'],
])('the document of a filing %s', async (_, change, code) => {
  const log = new TestLog()
  const records = attachment('the report')
  const [{ id, sha256 }] = records['incident-attachments'] as [{ id: string; sha256: string }]
  const filing = { ...FILED, attachment_id: id, document_sha256: sha256, incident_id: uuid('a'), ...change }
  log.append('createIncident', { incidents: [incident('a', 1, 'open')] })
  log.append('fileIncidentReport', { 'incident-filings': [filing], ...records })
  const bytes = await buildPackage(log, key, { incident: { id: uuid('a'), indices: [0, 1] } })
  expect(await outcome(bytes, { pin })).toBe(code)
})

test('a version of an incident whose work is malformed is refused', async () => {
  const log = new TestLog()
  log.append('createIncident', { incidents: [{ ...incident('a', 1, 'open'), work: { moments: 7 } }] })
  const bytes = await buildPackage(log, key, { incident: { id: uuid('a'), indices: [0] } })
  expect(await outcome(bytes, { pin })).toBe('record_form')
})

describe('the bytes of attachments', () => {
  const first = { incidents: [incident('a', 1, 'open')] }
  const packaged = (records: { [type: string]: Written[] }, isSupport: boolean) => {
    const log = new TestLog()
    log.append('createIncident', first)
    log.append('attachToIncident', records)
    return buildPackage(log, key, isSupport ? { incident: { id: uuid('a'), indices: [0, 1] } } : {})
  }
  const { 'attachment-contents': contents, 'incident-attachments': records } = attachment('a note')
  const changed = (change: object) => ({
    'incident-attachments': records!,
    'attachment-contents': [{ ...contents![0]!, ...change }],
  })

  test.each<[string, { [type: string]: Written[] }, string]>([
    ['are those of the record', attachment('a note'), 'verified'],
    [
      'are, whichever record is first',
      { 'incident-attachments': records!, 'attachment-contents': contents! },
      'verified',
    ],
    ['are others', attachment('a note', 'a Note'), 'attachment_mismatch'],
    ['are not there', { 'incident-attachments': records! }, 'attachment_mismatch'],
    ['have no record', { 'attachment-contents': contents! }, 'attachment_mismatch'],
    ['are of another incident', changed({ incident_id: uuid('b') }), 'attachment_mismatch'],
    ['are not in the one form of base64', changed({ content: 'YSBub3Rl=' }), 'record_form'],
    ['are no text', changed({ content: 7 }), 'record_form'],
    ['have something beside them', changed({ more: 1 }), 'record_form'],
  ])('%s', async (_, records, code) => {
    expect(await outcome(await packaged(records, false), { pin })).toBe(code)
    const inSupport =
      code === 'attachment_mismatch' && 'attachment-contents' in records ? [code, 'record_foreign'] : [code]
    expect(inSupport).toContain(await outcome(await packaged(records, true), { pin }))
  })
})

/** Times of vectors may leave milliseconds out. */
function times<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, one) =>
    typeof one === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(one) ? new Date(one).toISOString() : one,
  )
}
