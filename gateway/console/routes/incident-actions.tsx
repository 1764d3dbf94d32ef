import type { ReactNode } from 'react'
import { IncidentWorkService } from '../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import {
  type Moment,
  MomentSchema,
  type Regime,
  RegimeSchema,
} from '../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import {
  type Incident,
  IncidentService,
  IncidentStatus,
  IncidentStatusSchema,
} from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { Action } from '../parts/action.tsx'
import { typedInstant } from '../parts/instant.ts'
import { timestamp } from '../parts/typed-time.ts'
import { choicesOf } from '../parts/words.ts'
import { originalOf } from './duplicate-notice.tsx'
import { EditIncident } from './incident-edit.tsx'
import { IncidentMore } from './incident-more.tsx'

/** What people do with an incident. Each action names the version that the person has seen. */
export function IncidentActions({ incident }: { incident: Incident }): ReactNode {
  return (
    <>
      <EditIncident incident={incident} />
      {originalOf(incident) === undefined && (
        <>
          <Moments incident={incident} />
          <Assess incident={incident} />
        </>
      )}
      <IncidentMore incident={incident} />
      <Move incident={incident} />
    </>
  )
}

function Moments({ incident: { id, title, version } }: { incident: Incident }): ReactNode {
  return (
    <Action
      method={IncidentWorkService.method.setIncidentMoments}
      label="Set a moment"
      title={`Set a moment of ${title}`}
      about="Deadlines run from moments: when it was known, classified, contained."
      fields={[
        { name: 'moment', label: 'Moment', kind: 'select', options: choicesOf(MomentSchema) },
        { name: 'at', label: 'When', kind: 'datetime-local', hint: 'Empty: clears the moment.' },
        { name: 'saidBy', label: 'Who said so', hint: 'Empty: you.' },
        { name: 'reason', label: 'Reason', kind: 'textarea', rows: 2 },
      ]}
      request={(values) => ({
        id,
        expectedVersion: version,
        moments: [
          {
            moment: values.chosen<Moment>('moment'),
            ...(values.text('at') === '' ? {} : { at: timestamp(typedInstant(values.text('at'))) }),
          },
        ],
        saidBy: values.text('saidBy'),
        reason: values.text('reason'),
      })}
      done="The moment is recorded."
    />
  )
}

function Assess({ incident: { id, title, version } }: { incident: Incident }): ReactNode {
  return (
    <Action
      method={IncidentWorkService.method.assessIncident}
      label="Assess"
      hotkey="a"
      title={`Assess ${title}`}
      about="Whether a law applies to the incident. Its reporting obligations follow."
      fields={[
        { name: 'regime', label: 'Law', kind: 'select', options: choicesOf(RegimeSchema) },
        {
          name: 'applies',
          label: 'Result',
          kind: 'select',
          options: [
            ['yes', 'It applies'],
            ['no', 'It does not apply'],
          ],
        },
        {
          name: 'level',
          label: 'Level',
          hint: 'For example significant or major. Empty: the lowest that is reported.',
          suggestions: LEVELS,
        },
        { name: 'grounds', label: 'Grounds', kind: 'textarea', required: true },
      ]}
      request={(values) => ({
        id,
        expectedVersion: version,
        regime: values.chosen<Regime>('regime'),
        applies: values.text('applies') === 'yes',
        level: values.text('level'),
        grounds: values.text('grounds'),
      })}
      done="The assessment is recorded."
    />
  )
}

/** The levels of each law (docs/obligations.md). */
const LEVELS = [
  ['significant', 'NIS2, CER, eIDAS'],
  ['major', 'DORA'],
  ['actively_exploited', 'CRA, vulnerability'],
  ['severe', 'CRA, incident'],
  ['serious', 'AI Act'],
  ['death', 'AI Act'],
  ['widespread', 'AI Act'],
  ['risk', 'GDPR'],
  ['high_risk', 'GDPR'],
  ['not_reportable', 'any law: nothing is reported'],
] as const

function Move({ incident: { id, title, status } }: { incident: Incident }): ReactNode {
  return (
    <Action
      method={IncidentService.method.moveIncident}
      label="Move"
      hotkey="m"
      title={`Move ${title}`}
      tone="main"
      fields={[
        {
          name: 'status',
          label: 'New status',
          kind: 'select',
          options: choicesOf(IncidentStatusSchema),
          // The next one, which is meant most often.
          value: String(Math.min(status + 1, IncidentStatus.CLOSED)),
        },
        {
          name: 'note',
          label: 'Note',
          kind: 'textarea',
          hint: 'What was found or done. It stays in the history.',
        },
      ]}
      request={(values) => ({
        id,
        status: values.chosen<IncidentStatus>('status'),
        note: values.text('note'),
      })}
      done="The incident is moved."
    />
  )
}
