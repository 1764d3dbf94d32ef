import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { AssessIncidentRequestSchema } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
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
import { assessIncident } from './incident-assessment.ts'
import { factsOf } from './incident-facts.ts'

// All days are working days, so that no limit moves.
const opened = create(IncidentSchema, {
  ...{ id: '01a20627-1e40-7000-bd2a-85ad02eff22d', title: 'Payments down', version: 1 },
  ...{ severity: Severity.CRITICAL, isSignificant: true, regulation: Regulation.DORA },
  detectedAt: timestampOf('2026-03-02T08:00:00.000Z'),
})
const rules = { sets: RULE_SETS, settings: DEFAULT_SETTINGS }
const initial = (incident: Incident) =>
  obligationsOf(factsOf(incident), [], rules, '2026-03-04T20:00:00.000Z').find(
    ({ step }) => step === 'initial',
  )
const assessed = (incident: Incident, at: string, level: string, regime: Regime = Regime.DORA) =>
  assessIncident(
    incident,
    create(AssessIncidentRequestSchema, { id: opened.id, regime, applies: true, level, grounds: 'why' }),
    { at: new Date(at), by: 'a@example.com' },
  )

test('a repeated DORA assessment of the same level keeps an overdue report overdue', () => {
  const once = assessed(opened, '2026-03-04T10:00:00.000Z', 'major')
  expect(initial(once)).toMatchObject({ state: 'overdue', due_at: '2026-03-04T14:00:00.000Z' })
  expect(once.work!.moments).toEqual([])
  const again = assessed(once, '2026-03-04T19:00:00.000Z', 'major')
  expect(initial(again)).toMatchObject({ state: 'overdue', due_at: '2026-03-04T14:00:00.000Z' })
  expect(again.work).toMatchObject({
    moments: [
      {
        moment: Moment.CLASSIFIED,
        at: timestampOf('2026-03-04T10:00:00.000Z'),
        saidBy: 'a@example.com',
      },
    ],
    assessments: [{ assessedAt: timestampOf('2026-03-04T19:00:00.000Z') }],
  })
  const third = assessed(again, '2026-03-04T19:30:00.000Z', 'major')
  expect(third.work!.moments).toEqual(again.work!.moments)
})

test('an assessment that raises the level classifies, and one of another regime changes no moment', () => {
  const low = assessed(opened, '2026-03-04T10:00:00.000Z', 'not_reportable')
  const high = assessed(low, '2026-03-04T19:00:00.000Z', 'major')
  expect(high.work!.moments).toEqual([])
  expect(initial(high)).toMatchObject({ state: 'due', due_at: '2026-03-04T23:00:00.000Z' })
  const nis2 = assessed(high, '2026-03-04T19:10:00.000Z', 'significant', Regime.NIS2)
  expect(assessed(nis2, '2026-03-04T19:20:00.000Z', 'significant', Regime.NIS2).work!.moments).toEqual([])
})

test.each([
  ['withdrawn', ['not_reportable', 'major']],
  ['repeated and withdrawn', ['major', 'not_reportable', 'major']],
  ['withdrawn twice', ['not_reportable', 'major', 'not_reportable', 'not_reportable', 'major']],
])(
  'a classification that was %s counts from the first time, so that its report is overdue again',
  (_, levels) => {
    let incident = assessed(opened, '2026-03-04T10:00:00.000Z', 'major')
    for (const [n, level] of levels.entries()) {
      incident = assessed(incident, `2026-03-04T19:0${n}:00.000Z`, level)
      const expected = { state: 'not_required', due_at: null }
      expect(initial(incident)).toMatchObject(
        level === 'major' ? { state: 'overdue', due_at: '2026-03-04T14:00:00.000Z' } : expected,
      )
    }
    expect(incident.work!.moments).toMatchObject([
      { moment: Moment.CLASSIFIED, at: timestampOf('2026-03-04T10:00:00.000Z'), saidBy: 'a@example.com' },
    ])
  },
)

test('a time of classification given by a person is kept', () => {
  const once = assessed(opened, '2026-03-04T10:00:00.000Z', 'major')
  const moment = {
    $typeName: 'attestry.ledger.v1.IncidentMoment' as const,
    ...{ moment: Moment.CLASSIFIED, at: timestampOf('2026-03-04T12:00:00.000Z'), saidBy: 'b@example.com' },
  }
  const stated = { ...once, work: { ...once.work!, moments: [moment] } }
  const withdrawn = assessed(stated, '2026-03-04T19:00:00.000Z', 'not_reportable')
  expect(assessed(withdrawn, '2026-03-04T19:10:00.000Z', 'major').work!.moments).toEqual([moment])
})
