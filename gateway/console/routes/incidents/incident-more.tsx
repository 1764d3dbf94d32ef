import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { IncidentWorkService } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import {
  type Incident,
  IncidentService,
  IncidentStatusSchema,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import type { Lookup } from '../../api/lookups.ts'
import { Problem } from '../../api/problem.ts'
import { Action } from '../../components/forms/action.tsx'
import { isSearched } from '../../components/lists/parameters.ts'
import { exact } from '../../language/instant.ts'
import { readable, wordOf } from '../../language/words.ts'
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
          if (file.size > MAX_BYTES) throw tooLarge(file)
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

const MAX_BYTES = 10 * 2 ** 20

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
          label: 'Duplicate of',
          kind: 'lookup',
          required: true,
          hint: 'Search by title or id, and choose an incident.',
          lookup: originalsExcept(id),
        },
        { name: 'reason', label: 'Reason', kind: 'textarea', required: true },
      ]}
      version={version}
      request={(values, expectedVersion) => ({
        id,
        expectedVersion,
        intoId: values.text('intoId'),
        reason: values.text('reason'),
      })}
      done="The incident is marked as a duplicate."
    />
  )
}

/** Finds the incidents of which this one can be a duplicate. Titles repeat, so that status and time are shown with them. */
const originalsExcept =
  (except: string): Lookup =>
  (text, isAsked) => {
    const { data, isPending } = useQuery(
      IncidentService.method.listIncidents,
      { search: isSearched(text) ? text : '', page: { limit: 50 } },
      { enabled: isAsked, placeholderData: keepPreviousData },
    )
    const found = data?.incidents.filter((one) => one.id !== except && originalOf(one) === undefined) ?? []
    const choices = found.map((one) => [one.id, nameOf(one)] as const)
    return { choices, more: (data?.nextCursor ?? '') !== '', isPending }
  }

const nameOf = ({ title, status, detectedAt }: Incident): string =>
  `${title} (${readable(wordOf(IncidentStatusSchema, status))}, detected ${exact(detectedAt!)})`

/** Whether an incident is no duplicate, and no other incident is a duplicate of it. */
const mayBeMerged = (incident: Incident): boolean =>
  originalOf(incident) === undefined && (incident.work?.duplicates ?? []).length === 0
