import type { ReactNode } from 'react'
import {
  IncidentService,
  type Regulation,
  RegulationSchema,
  Severity,
  SeveritySchema,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { Action } from '../../components/forms/action.tsx'
import { choicesOf } from '../../language/words.ts'

/** Records an incident that no system reported: a breach is also phoned in. */
export function NewIncident(): ReactNode {
  return (
    <Action
      method={IncidentService.method.createIncident}
      label="New incident"
      title="New incident"
      tone="main"
      fields={[
        { name: 'title', label: 'Title', required: true },
        { name: 'description', label: 'Description', kind: 'textarea' },
        {
          name: 'severity',
          label: 'Severity',
          kind: 'select',
          options: choicesOf(SeveritySchema, [Severity.UNKNOWN]),
          value: String(Severity.MEDIUM),
        },
        { name: 'regulation', label: 'Regulation', kind: 'select', options: choicesOf(RegulationSchema) },
        { name: 'detectedAt', label: 'Detected', kind: 'datetime-local', hint: 'Empty: now.' },
        {
          name: 'affectedSystems',
          label: 'Affected systems',
          kind: 'textarea',
          rows: 2,
          hint: 'One a line.',
        },
        { name: 'affectedPersonsCount', label: 'Affected persons', kind: 'number', min: 0, value: '0' },
      ]}
      request={(values) => ({
        title: values.text('title'),
        description: values.text('description'),
        severity: values.chosen<Severity>('severity'),
        regulation: values.chosen<Regulation>('regulation'),
        affectedSystems: values.lines('affectedSystems'),
        affectedPersonsCount: BigInt(values.number('affectedPersonsCount')),
        ...(values.text('detectedAt') === '' ? {} : { detectedAt: values.instant('detectedAt') }),
      })}
      done="The incident is recorded."
    />
  )
}
