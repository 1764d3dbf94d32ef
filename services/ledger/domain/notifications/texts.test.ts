import { expect, test } from 'vitest'
import type { Obligation } from '../obligations/types.ts'
import { eventsOf } from './from-log.ts'
import { reminderEvent } from './from-obligations.ts'
import type { LogEntry } from './log-entry.ts'

const entry: LogEntry = {
  ...{ id: 'e', via: 'rest', operation: 'x', outcome: 'ok', code: null, details: {}, receipts: [] },
  actor: { kind: 'api_key', id: 'k', name: 'key' },
}
const noMarks = { get: () => undefined, set: () => {}, delete: () => {} }
const eventOf = (type: string, record: object) => eventsOf(entry, [{ type, id: 'r', record }], noMarks)[0]!

const obligation = {
  ...{ regime: 'nis2', step: 'early_warning', recipient: 'CSIRT', article: 'NIS2 23(4)(a)' },
  ...{ due_at: '2026-11-24T12:30:00.000Z', provisional: true },
} as Obligation
const reminder = (hours: number, more: Partial<Obligation> = {}) =>
  reminderEvent({ incidentId: 'i', title: 'Breach', hours, obligation: { ...obligation, ...more } })

test('a reminder names report and time for people, and its data keep the API’s words', () => {
  expect(reminder(2).title).toBe('NIS2 early warning to CSIRT due within 2 h: Breach')
  expect(reminder(0).title).toBe('NIS2 early warning to CSIRT overdue: Breach')
  expect(reminder(0, { regime: 'cra_vulnerability', step: 'final' }).title).toBe(
    'CRA final report (exploited vulnerability) to CSIRT overdue: Breach',
  )
  const { text, data } = reminder(0)
  expect(text.split('\n')[0]).toBe('NIS2 23(4)(a), to: CSIRT. It was due at 2026-11-24 12:30 UTC.')
  expect(data).toMatchObject({ regime: 'nis2', step: 'early_warning', due_at: obligation.due_at })
})

const incident = {
  ...{ id: 'i', version: 1, title: 'T', severity: 'high', is_significant: true },
  detected_at: '2026-11-23T10:00:00.000Z',
  early_warning_deadline: '2026-11-24T10:00:00.000Z',
  notification_deadline: '2026-11-26T10:00:00.000Z',
}

test('an opened incident’s text has NIS2 deadlines only under NIS2', () => {
  expect(eventOf('incidents', { ...incident, regulation: 'nis2' }).text).toBe(
    [
      'Severity high, regulation NIS2, detected at 2026-11-23 10:00 UTC.',
      'It is significant: early warning by 2026-11-24 10:00 UTC, notification by 2026-11-26 10:00 UTC.',
      'Incident i',
    ].join('\n'),
  )
  const { text } = eventOf('incidents', { ...incident, regulation: 'ai_act' })
  expect(text).toContain('regulation AI Act')
  expect(text).not.toContain('early warning')
})

test('a gate.blocked text says what to do for each reason, or has the codes of an older record', () => {
  const decision = { id: 'd', ai_system_id: 's', decision: 'block', reasons: ['no_approved_run'] }
  const message = 'Suite "a" is not met: x (quality) is 0.2, must be lte 0.1. Submit results that meet it.'
  expect(eventOf('gate-decisions', { ...decision, reason_details: [{ message }] }).text).toBe(
    'Suite "a" is not met: x (quality) is 0.2, must be ≤ 0.1. Submit results that meet it.\nAI system s, decision d',
  )
  expect(eventOf('gate-decisions', decision).text).toContain('Reasons: no_approved_run.')
})

test('a gate.blocked text names the first ten reasons and the number of others', () => {
  const decision = { id: 'd', ai_system_id: 's', decision: 'block', reasons: ['metric_below_threshold'] }
  const reason_details = Array.from({ length: 100 }, (_, i) => ({ message: `${i} ${'x'.repeat(900)}` }))
  const { text } = eventOf('gate-decisions', { ...decision, reason_details })
  expect(text.split('\n').slice(9)).toEqual([
    expect.stringMatching(/^9 x+…$/),
    'And 90 more reasons.',
    'AI system s, decision d',
  ])
  expect(text.length).toBeLessThan(6000)
})
