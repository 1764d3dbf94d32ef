import type { ReactNode } from 'react'
import { IncidentWorkService } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import {
  type Incident,
  type Regulation,
  RegulationSchema,
  Severity,
  SeveritySchema,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { useEmailLookup } from '../../api/lookups.ts'
import { Action } from '../../components/forms/action.tsx'
import type { Field } from '../../components/forms/field.ts'
import { beginningAt } from '../../components/forms/timestamp.ts'
import type { Values } from '../../components/forms/values.ts'
import { choicesOf } from '../../language/words.ts'
import { originalOf } from './duplicate-notice.tsx'

/**
 * Corrects an incident. A duplicate has no fields for the facts that decide obligations: they are corrected at the other
 * incident.
 */
export function EditIncident({ incident }: { incident: Incident }): ReactNode {
  const { id, title, version } = incident
  const isDuplicate = originalOf(incident) !== undefined
  return (
    <Action
      method={IncidentWorkService.method.editIncident}
      label="Edit"
      confirm="Save"
      hotkey="e"
      title={`Edit ${title}`}
      wide
      fields={fieldsOf(incident)}
      version={version}
      request={(values, expectedVersion) => ({
        id,
        expectedVersion,
        reason: values.text('reason'),
        ...values.edited({
          title: values.text('title'),
          description: values.text('description'),
          affectedSystems: { values: values.lines('affectedSystems') },
          affectedPersonsCount: BigInt(values.number('affectedPersonsCount')),
          ...(isDuplicate ? {} : decided(values)),
          owner: values.text('owner'),
        }),
      })}
      done="The incident is corrected."
    />
  )
}

const fieldsOf = (incident: Incident): Field[] => [
  { name: 'title', label: 'Title', required: true, value: incident.title },
  { name: 'description', label: 'Description', kind: 'textarea', rows: 5, value: incident.description },
  ...(originalOf(incident) === undefined ? decisive(incident) : []),
  {
    name: 'affectedSystems',
    label: 'Affected systems',
    kind: 'textarea',
    rows: 2,
    hint: 'One a line.',
    value: incident.affectedSystems,
  },
  {
    name: 'affectedPersonsCount',
    label: 'Affected persons',
    kind: 'number',
    min: 0,
    value: String(incident.affectedPersonsCount),
  },
  {
    name: 'owner',
    label: 'Owner',
    hint: 'E-mail address. Empty for nobody.',
    value: incident.work?.ownerEmail,
    suggest: useEmailLookup,
  },
  {
    name: 'reason',
    label: 'Reason',
    kind: 'textarea',
    rows: 2,
    required: true,
    hint: 'Why it is corrected.',
  },
]

/** The facts that decide which reports are due, and when. */
const decisive = (incident: Incident): Field[] => [
  {
    name: 'severity',
    label: 'Severity',
    kind: 'select',
    options: choicesOf(SeveritySchema, incident.severity === Severity.UNKNOWN ? [] : [Severity.UNKNOWN]),
    value: String(incident.severity),
  },
  {
    name: 'regulation',
    label: 'Regulation',
    kind: 'select',
    options: choicesOf(RegulationSchema),
    value: String(incident.regulation),
  },
  {
    name: 'detectedAt',
    label: 'Detected',
    kind: 'datetime-local',
    required: true,
    ...beginningAt(incident.detectedAt),
  },
]

const decided = (values: Values) => ({
  severity: values.chosen<Severity>('severity'),
  regulation: values.chosen<Regulation>('regulation'),
  detectedAt: values.instant('detectedAt'),
})
