import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { IncidentWorkService } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { type Incident, IncidentService } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import type { Lookup } from '../../api/lookups.ts'
import { Problem } from '../../api/problem.ts'
import { Action } from '../../components/forms/action.tsx'
import type { Values } from '../../components/forms/values.ts'
import { isSearched } from '../../components/lists/parameters.ts'
import { originalOf } from './duplicate-notice.tsx'

/** Actions that add something to an incident: a comment, a file, or that it is a duplicate. */
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
  return (
    <Action
      method={IncidentWorkService.method.mergeIncident}
      label="Mark as duplicate"
      title={`Mark as duplicate: ${title}`}
      about="Both incidents stay, and each refers to the other."
      fields={[
        {
          name: 'intoId',
          label: 'Id of the incident that it is a duplicate of',
          required: true,
          hint: 'Type a word of its title and choose one of the incidents that are offered, or enter an id.',
          suggest: useOriginals,
          except: id,
        },
        { name: 'reason', label: 'Reason', kind: 'textarea', required: true },
      ]}
      version={version}
      request={(values, expectedVersion) => ({
        id,
        expectedVersion,
        intoId: idOf(values),
        reason: values.text('reason'),
      })}
      done="The incident is marked as a duplicate."
    />
  )
}

/** @throws Problem a title was typed, and none of the offered incidents was chosen */
function idOf(values: Values): string {
  const text = values.text('intoId')
  if (/^[0-9a-f-]{36}$/i.test(text)) return text
  const what = 'is no id: choose one of the incidents that are offered'
  throw new Problem(`The text ${what}.`, { fields: { intoId: [what] } })
}

/** The incidents of which another one can be a duplicate. */
const useOriginals: Lookup = (text, isAsked) => {
  const { data, isPending } = useQuery(
    IncidentService.method.listIncidents,
    { search: isSearched(text) ? text : '', page: { limit: 50 } },
    { enabled: isAsked, placeholderData: keepPreviousData },
  )
  const found = data?.incidents.filter((one) => originalOf(one) === undefined) ?? []
  return { choices: found.map(({ id, title }) => [id, title] as const), more: false, isPending }
}

/** Whether an incident is no duplicate, and no other incident is a duplicate of it. */
const mayBeMerged = (incident: Incident): boolean =>
  originalOf(incident) === undefined && (incident.work?.duplicates ?? []).length === 0
