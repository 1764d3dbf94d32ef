import type { Timestamp } from '@bufbuild/protobuf/wkt'
import type { ReactNode } from 'react'
import { IncidentWorkService } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import {
  type Moment,
  MomentSchema,
  type Regime,
  RegimeSchema,
} from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import {
  type Incident,
  IncidentService,
  type IncidentStatus,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { Action } from '../../components/forms/action.tsx'
import type { Field } from '../../components/forms/field.ts'
import { beginningAt } from '../../components/forms/timestamp.ts'
import type { Values } from '../../components/forms/values.ts'
import { choicesOf, wordOf } from '../../language/words.ts'
import { LEVELS } from './assessment-levels.ts'
import { originalOf } from './duplicate-notice.tsx'
import { EditIncident } from './incident-edit.tsx'
import { IncidentMore } from './incident-more.tsx'
import { LAW_OF } from './law-of-regulation.ts'
import { nextStatus, statusChoices } from './status-choices.ts'

/** The actions of people on an incident. Each call names the version that the person has seen. */
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

function Moments({ incident: { id, title, version, work } }: { incident: Incident }): ReactNode {
  const known = (moment: number) => work?.moments.find((one) => one.moment === moment)?.at
  return (
    <Action
      method={IncidentWorkService.method.setIncidentMoments}
      label="Set a moment"
      title={`Set a moment of ${title}`}
      about="Deadlines run from moments: when it was known, classified, contained."
      fields={[
        { name: 'moment', label: 'Moment', kind: 'select', options: choicesOf(MomentSchema) },
        ...choicesOf(MomentSchema).map(([moment]): Field => {
          const at = known(Number(moment))
          return {
            name: 'at',
            label: 'When',
            kind: 'datetime-local',
            when: { moment: [moment] },
            errorName: wordOf(MomentSchema, Number(moment)),
            ...(at === undefined
              ? { required: true }
              : { ...beginningAt(at), hint: 'It is known already. Empty: clears it.' }),
          }
        }),
        { name: 'saidBy', label: 'Who said so', hint: 'Empty: you.' },
        { name: 'reason', label: 'Reason', kind: 'textarea', rows: 2 },
      ]}
      version={version}
      request={(values, expectedVersion) => ({
        id,
        expectedVersion,
        moments: [momentOf(values)],
        saidBy: values.text('saidBy'),
        reason: values.text('reason'),
      })}
      done="The moment is recorded."
    />
  )
}

function momentOf(values: Values): { moment: Moment; at?: Timestamp } {
  const moment = values.chosen<Moment>('moment')
  return values.text('at') === '' ? { moment } : { moment, at: values.instant('at') }
}

function Assess({ incident: { id, title, version, regulation } }: { incident: Incident }): ReactNode {
  return (
    <Action
      method={IncidentWorkService.method.assessIncident}
      label="Assess"
      hotkey="a"
      title={`Assess ${title}`}
      about="Whether a law applies to the incident. Its reporting obligations follow."
      fields={[
        {
          name: 'regime',
          label: 'Law',
          kind: 'select',
          options: choicesOf(RegimeSchema),
          value: LAW_OF[regulation] === undefined ? undefined : String(LAW_OF[regulation]),
        },
        {
          name: 'applies',
          label: 'Result',
          kind: 'select',
          options: [
            ['yes', 'It applies'],
            ['no', 'It does not apply'],
          ],
        },
        ...LEVEL_FIELDS,
        { name: 'grounds', label: 'Grounds', kind: 'textarea', required: true },
      ]}
      version={version}
      request={(values, expectedVersion) => ({
        id,
        expectedVersion,
        regime: values.chosen<Regime>('regime'),
        applies: values.text('applies') === 'yes',
        level: values.text('level'),
        grounds: values.text('grounds'),
      })}
      done="The assessment is recorded."
    />
  )
}

/** Asks for the level, one of those of the law, if the law applies. */
const LEVEL_FIELDS: Field[] = LEVELS.map(([regime, levels]) => ({
  name: 'level',
  label: 'Level',
  kind: 'select',
  options: [...levels, ['not_reportable', 'Not reportable']],
  when: { regime: [String(regime)], applies: ['yes'] },
}))

function Move({ incident: { id, title, status, version } }: { incident: Incident }): ReactNode {
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
          options: statusChoices([{ status }]),
          value: nextStatus({ status }),
        },
        {
          name: 'note',
          label: 'Note',
          kind: 'textarea',
          hint: 'The result or the action. It stays in the history.',
        },
      ]}
      version={version}
      request={(values, expectedVersion) => ({
        id,
        expectedVersion,
        status: values.chosen<IncidentStatus>('status'),
        note: values.text('note'),
      })}
      done="The incident is moved."
    />
  )
}
