import { type ReactNode, useState } from 'react'
import { IncidentWorkService } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { type Incident, IncidentService } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { useList } from '../../api/list.ts'
import { Problem } from '../../api/problem.ts'
import { Action } from '../../components/forms/action.tsx'
import { originalOf } from './duplicate-notice.tsx'

/** What people add to an incident: a comment, a file, that it is a duplicate. */
export function IncidentMore({ incident }: { incident: Incident }): ReactNode {
  const { id, title } = incident
  return (
    <>
      <Action
        method={IncidentWorkService.method.commentIncident}
        label="Comment"
        hotkey="c"
        title={`Comment on ${title}`}
        fields={[{ name: 'text', label: 'Comment', kind: 'textarea', required: true }]}
        request={(values) => ({ id, text: values.text('text') })}
        done="The comment is recorded."
      />
      <Action
        method={IncidentWorkService.method.attachToIncident}
        label="Attach"
        title={`Attach a file to ${title}`}
        about="At most 10 MiB. Evidence packages contain its bytes."
        fields={[
          { name: 'content', label: 'File', kind: 'file', required: true },
          { name: 'note', label: 'Note' },
        ]}
        request={async (values) => {
          const file = values.file('content')
          if (file.size > MOST_BYTES) throw tooLarge(file)
          return {
            id,
            name: file.name,
            mediaType: file.type,
            content: new Uint8Array(await file.arrayBuffer()),
            note: values.text('note'),
          }
        }}
        done="The file is attached."
      />
      {mayBeMerged(incident) && <Merge incident={incident} />}
    </>
  )
}

const MOST_BYTES = 10 * 2 ** 20

function tooLarge({ size }: File): Problem {
  const what = `has ${(size / 2 ** 20).toFixed(1)} MiB; at most 10 MiB are taken`
  return new Problem(`The file ${what}.`, { fields: { content: [what] } })
}

function Merge({ incident: { id, title, version } }: { incident: Incident }): ReactNode {
  const [asked, setAsked] = useState(false)
  const others = useList(IncidentService.method.listIncidents, {}, ({ incidents }) => incidents, {
    limit: 200,
    enabled: asked,
  })
  return (
    <Action
      method={IncidentWorkService.method.mergeIncident}
      label="Mark as duplicate"
      opened={() => setAsked(true)}
      title={`Mark as duplicate: ${title}`}
      about="Both incidents stay, and each refers to the other."
      fields={[
        {
          name: 'intoId',
          label: 'Id of the incident that it is a duplicate of',
          required: true,
          hint: 'The newest 200 are offered by their titles.',
          suggestions: others.rows
            .filter((other) => other.id !== id && originalOf(other) === undefined)
            .map((other) => [other.id, other.title] as const),
        },
        { name: 'reason', label: 'Reason', kind: 'textarea', required: true },
      ]}
      version={version}
      request={(values, seen) => ({
        id,
        expectedVersion: seen,
        intoId: values.text('intoId'),
        reason: values.text('reason'),
      })}
      done="The incident is marked as a duplicate."
    />
  )
}

/** Neither a duplicate nor what others are duplicates of. */
const mayBeMerged = (incident: Incident): boolean =>
  originalOf(incident) === undefined && (incident.work?.duplicates ?? []).length === 0
