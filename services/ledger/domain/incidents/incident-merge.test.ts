import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { Moment, Regime } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import {
  type Incident,
  IncidentSchema,
  Regulation,
  Severity,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { timestampOf } from '../../../kernel/values/time.ts'
import { obligationsOf } from '../obligations/obligations-of.ts'
import { DEFAULT_SETTINGS, RULE_SETS } from '../obligations/rule-sets.ts'
import { nextVersion } from './incident-change.ts'
import { factsOf } from './incident-facts.ts'
import { mergeIncident, requireDeadlines } from './incident-merge.ts'

const NOW = '2026-03-05T20:00:00.000Z'
const rules = { sets: RULE_SETS, settings: DEFAULT_SETTINGS }

const incident = (regulation: Regulation, severity: Severity, detectedAt: string): Incident =>
  nextVersion(
    create(IncidentSchema, {
      ...{ id: '01a20627-1e40-7000-bd2a-85ad02eff22d', title: 'Payments down' },
      ...{ severity, regulation, detectedAt: timestampOf(detectedAt) },
    }),
    {},
    {},
    'edit',
    '',
  )
const changed = (one: Incident, work: Parameters<typeof nextVersion>[2]): Incident =>
  nextVersion(one, {}, work, 'edit', '')
const moment = (name: Moment, at: string) => ({
  $typeName: 'attestry.ledger.v1.IncidentMoment' as const,
  ...{ moment: name, at: timestampOf(at), saidBy: 'a@example.com' },
})
const assessment = (regime: Regime, level: string, at: string, applies = true) => ({
  $typeName: 'attestry.ledger.v1.IncidentAssessment' as const,
  ...{ regime, applies, level, grounds: 'why', assessedAt: timestampOf(at), assessedBy: 'a@example.com' },
})
const merged = (duplicate: Incident, into: Incident): Incident =>
  mergeIncident({ ...duplicate, id: '01a20627-1e40-7000-bd2a-85ad02eff22e' }, into, {
    ...{ expectedVersion: 0, reason: 'the same' },
  }).into
const limits = (one: Incident) =>
  obligationsOf(factsOf(one), [], rules, NOW).map(({ step, state, due_at }) => [step, state, due_at])

test.each([
  ['not significant', Regulation.NIS2, Severity.LOW],
  ['of another regulation', Regulation.GDPR, Severity.CRITICAL],
])('an incident with obligations cannot be merged into one that is %s', (_, regulation, severity) => {
  const duplicate = incident(Regulation.NIS2, Severity.HIGH, '2026-03-02T08:00:00.000Z')
  const into = incident(regulation, severity, '2026-03-05T08:00:00.000Z')
  expect(() => merged(duplicate, into)).toThrow('(nis2): assess one of them first')
  const assessed = changed(into, { assessments: [assessment(Regime.NIS2, 'significant', NOW)] })
  const steps = limits(merged(duplicate, assessed))
  expect(steps).toContainEqual(['early_warning', 'overdue', '2026-03-03T08:00:00.000Z'])
  const judged = changed(duplicate, { assessments: [assessment(Regime.NIS2, '', NOW, false)] })
  expect(merged(judged, into).work!.duplicates).toHaveLength(1)
})

test('an incident of a higher level cannot be merged into one of a lower level', () => {
  const at = '2026-03-02T08:00:00.000Z'
  const [lower, higher] = ['serious', 'death'].map((level) =>
    changed(incident(Regulation.AI_ACT, Severity.HIGH, at), {
      assessments: [assessment(Regime.AI_ACT, level, at)],
    }),
  ) as [Incident, Incident]
  expect(() => merged(higher, lower)).toThrow('(ai_act)')
  expect(limits(merged(lower, higher))).toEqual(limits(higher))
})

test.each([
  ['recorded', [moment(Moment.OCCURRED, '2026-03-02T08:00:00.000Z')], '2026-03-04T08:00:00.000Z'],
  ['known to have been', [], '2026-03-02T08:00:00.000Z'],
])('after a merge, a deadline from the duplicate’s earlier occurrence stays: %s', (_, moments, detected) => {
  const duplicate = changed(incident(Regulation.EIDAS, Severity.HIGH, detected), { moments })
  const into = changed(incident(Regulation.EIDAS, Severity.HIGH, '2026-03-04T12:00:00.000Z'), {
    moments: [moment(Moment.OCCURRED, '2026-03-04T11:00:00.000Z')],
  })
  const due = ['notification', 'overdue', '2026-03-03T08:00:00.000Z']
  expect(limits(duplicate)).toEqual([due])
  expect(limits(merged(duplicate, into))).toEqual([due])
})

test('after a merge, the duplicate’s earlier DORA classification counts', () => {
  const of = (at: string) =>
    changed(incident(Regulation.DORA, Severity.HIGH, '2026-03-02T08:00:00.000Z'), {
      assessments: [assessment(Regime.DORA, 'major', at)],
    })
  const [early, late] = [of('2026-03-02T10:00:00.000Z'), of('2026-03-05T18:00:00.000Z')]
  expect(limits(late)[0]).toEqual(['initial', 'due', '2026-03-05T22:00:00.000Z'])
  const due = ['initial', 'overdue', '2026-03-02T14:00:00.000Z']
  expect(limits(merged(early, late))[0]).toEqual(due)
  expect(limits(merged(late, early))[0]).toEqual(due)
})

test('after a merge, what an authority requested for the duplicate stays due', () => {
  const of = (moments: ReturnType<typeof moment>[]) =>
    changed(incident(Regulation.NIS2, Severity.HIGH, '2026-03-02T08:00:00.000Z'), { moments })
  const into = merged(of([moment(Moment.REQUESTED, '2026-03-03T08:00:00.000Z')]), of([]))
  expect(limits(into)).toContainEqual(['intermediate', 'due', null])
})

test('an incident has at most a thousand duplicates', () => {
  const one = incident(Regulation.NIS2, Severity.LOW, NOW)
  const having = (count: number) => changed(one, { duplicates: Array(count).fill(one.id) })
  expect(merged(one, having(999)).work!.duplicates).toHaveLength(1000)
  expect(() => merged(one, having(1000))).toThrow('has 1000 duplicates already')
})

test('an overdue report is postponed by no late classification of the other incident, in either direction', () => {
  const silent = incident(Regulation.DORA, Severity.HIGH, '2026-03-02T09:00:00.000Z')
  const late = [assessment(Regime.DORA, 'major', '2026-03-05T19:00:00.000Z')]
  const classified = changed(silent, { assessments: late })
  const merge = (duplicate: Incident, into: Incident) => {
    const of = (one: Incident) => obligationsOf(factsOf(one), [], rules, NOW)
    requireDeadlines([duplicate, into].flatMap(of), of(merged(duplicate, into)))
  }
  const refused = 'later or not at all: DORA initial report, due 2026-03-03T09:00:00.000Z.'
  expect(() => merge(silent, classified)).toThrow(refused)
  expect(() => merge(classified, silent)).toThrow(refused)
  merge(classified, changed(silent, { assessments: late }))
})
