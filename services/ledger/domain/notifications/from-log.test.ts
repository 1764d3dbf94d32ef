import { expect, test } from 'vitest'
import { eventsOf } from './from-log.ts'
import type { LogEntry, Marks } from './log-entry.ts'

/** Marks in memory. */
function memory(): Marks {
  const kept = new Map<string, string>()
  return {
    get: (kind, subject) => kept.get(`${kind} ${subject}`),
    set: (kind, subject, value) => kept.set(`${kind} ${subject}`, value),
    delete: (kind, subject) => kept.delete(`${kind} ${subject}`),
  }
}

function entry(more: Partial<LogEntry> = {}): LogEntry {
  return {
    ...{ id: 'e', via: 'rest', operation: 'x', outcome: 'ok', code: null, details: {}, receipts: [] },
    actor: { kind: 'api_key', id: 'k', name: 'key' },
    ...more,
  }
}

const kindsOf = (type: string, record: object, marks = memory()) =>
  eventsOf(entry(), [{ type, id: 'r', record }], marks).map(({ kind }) => kind)

const incident = {
  id: 'i',
  version: 1,
  title: 'T',
  severity: 'high',
  regulation: 'nis2',
  is_significant: true,
  detected_at: '2026-11-23T10:00:00.000Z',
}

test('an incident is notified when it opens, not when it changes; unknown severity gives incident.severity_unknown', () => {
  expect(kindsOf('incidents', incident)).toEqual(['incident.opened'])
  expect(kindsOf('incidents', { ...incident, version: 2 })).toEqual([])
  expect(kindsOf('incidents', { ...incident, severity: 'unknown' })).toEqual([
    'incident.opened',
    'incident.severity_unknown',
  ])
})

test('a decision is notified when it changes to block, not while it stays so', () => {
  const marks = memory()
  const decide = (decision: string, ai_system_id = 's') =>
    kindsOf('gate-decisions', { id: 'd', ai_system_id, decision, reasons: ['suite_missing'] }, marks)
  expect(decide('block')).toEqual(['gate.blocked'])
  expect(decide('block')).toEqual([])
  expect(decide('pass')).toEqual([])
  expect(decide('block', 'other')).toEqual(['gate.blocked'])
  expect(decide('block')).toEqual(['gate.blocked'])
})

test('a finding notifies trigger.opened once, and again after it was resolved; a gap does not', () => {
  const marks = memory()
  const find = (more: object = {}) =>
    kindsOf(
      'findings',
      { id: 'o', finding_id: 'f', kind: 'tool', ai_system_id: 's', tool_name: 't', ...more },
      marks,
    )
  expect(find()).toEqual(['trigger.opened'])
  expect(find()).toEqual([])
  expect(kindsOf('resolutions', { subject_id: 'f' }, marks)).toEqual([])
  expect(find()).toEqual(['trigger.opened'])
  expect(find({ kind: 'gap', finding_id: 'g' })).toEqual([])
  expect(kindsOf('triggers', { id: 't', ai_system_id: 's', reason: 'seen' }, marks)).toEqual([
    'trigger.opened',
  ])
})

const agent = { profile_id: 'p', model_name: 'm', model_version: '1', prompt_version: '1' }
const certification = {
  ...{ id: 'c', ai_system_id: 's', suite_id: 'u', suite_name: 'safety', suite_version: 1 },
  agents: [agent],
}
const profile = { ...agent, id: 'p', ai_system_id: 's', agent_identity: 'a', version: 2 }

test.each([
  ['another certification', 'certifications', { ...certification, id: 'c2' }],
  ['a further version of its suite', 'suites', { id: 'u2', ai_system_id: 's', name: 'safety', version: 2 }],
  ['other versions of an agent', 'agent-profiles', { ...profile, model_version: '2' }],
  ['an agent that is not in it', 'agent-profiles', { ...profile, id: 'p2' }],
])('a certification superseded by %s is notified once', (_, type, record) => {
  const marks = memory()
  expect(kindsOf('certifications', certification, marks)).toEqual([])
  expect(kindsOf(type, record, marks)).toEqual(['certification.superseded'])
  if (type !== 'certifications') expect(kindsOf(type, record, marks)).toEqual([])
})

test.each([
  ['another suite', 'suites', { id: 'x', ai_system_id: 's', name: 'other', version: 2 }],
  ['the suite of another system', 'suites', { id: 'x', ai_system_id: 'other', name: 'safety', version: 2 }],
  ['a profile with the same versions', 'agent-profiles', profile],
])('a certification is not superseded by %s', (_, type, record) => {
  const marks = memory()
  kindsOf('certifications', certification, marks)
  expect(kindsOf(type, record, marks)).toEqual([])
})

test('rejected deliveries in a row are notified at the fifth and fiftieth, until one is accepted', () => {
  const marks = memory()
  const rejected = { via: 'webhook', outcome: 'refused', code: 'invalid_signature' }
  const unsigned = {
    ...rejected,
    actor: { kind: 'anonymous', id: null, name: null },
    details: { endpoint_id: 'w' },
  }
  const taken = { via: 'webhook', actor: { kind: 'webhook_endpoint', id: 'w', name: 'siem' } }
  const found = (more: Partial<LogEntry>, times: number) =>
    Array.from({ length: times }, () => eventsOf(entry(more), [], marks)).flat()
  expect(found(unsigned, 4)).toEqual([])
  expect(found(taken, 1)).toEqual([])
  expect(found({ ...taken, ...rejected }, 4)).toEqual([])
  expect(found(unsigned, 1).map(({ data }) => data)).toMatchObject([{ endpoint_id: 'w', in_a_row: 5 }])
  expect(found(unsigned, 45).map(({ data }) => data.in_a_row)).toEqual([50])
})

test('a notification’s title is one line and truncated', () => {
  const [event] = eventsOf(
    entry(),
    [{ type: 'incidents', id: 'i', record: { ...incident, title: `a\r\nb\u202e${'c'.repeat(600)}` } }],
    memory(),
  )
  expect(event!.title).toMatch(/^Incident opened \(high\): a b c+…$/)
  expect(event!.title.length).toBeLessThan(260)
})
