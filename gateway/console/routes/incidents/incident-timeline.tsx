import { create } from '@bufbuild/protobuf'
import type { ReactNode } from 'react'
import type { IncidentFiling } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import {
  type Incident,
  IncidentService,
  IncidentStatusSchema,
  type IncidentTimelineEntry,
  IncidentTimelineEntrySchema,
  SeveritySchema,
  type WebhookDelivery,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import {
  type Notification,
  NotificationStateSchema,
} from '../../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { useList } from '../../api/list.ts'
import { EnumBadge } from '../../components/badge.tsx'
import { CompareStates, type State } from '../../components/comparison/side-by-side.tsx'
import { Card } from '../../components/page.tsx'
import { Empty, Failed, Loading } from '../../components/states.tsx'
import { Exact } from '../../components/time.tsx'
import { exact } from '../../language/instant.ts'
import { readable } from '../../language/words.ts'
import { IncidentLink, originalOf } from './duplicate-notice.tsx'
import { changesOf, factsOfIncident } from './incident-facts.ts'
import { reportOf } from './report-of.ts'

/** The timeline of an incident, newest first: its versions, and repeated deliveries of its alert. */
export function Timeline({ incidentId }: { incidentId: string }): ReactNode {
  const list = useList(
    IncidentService.method.listIncidentTimeline,
    { id: incidentId },
    // Waiting notifications are listed before everything that has happened.
    ({ waiting, entries }) => [...waiting.map(asEntry), ...entries],
  )
  return (
    <Card
      title="Timeline"
      about="Everything is appended. Nothing here is changed later."
      actions={<CompareStates title="Compare versions of the incident" states={versionsOf(list.rows)} />}
    >
      {list.error !== null && <Failed error={list.error} retry={list.retry} />}
      {list.isPending && <Loading />}
      {!list.isPending && list.error === null && list.rows.length === 0 && <Empty title="Nothing yet." />}
      <ol className="timeline">
        {list.rows.map((entry) => (
          <Entry key={entry.id} entry={entry} before={before(entry, list.rows)} />
        ))}
      </ol>
      {list.hasMore && (
        <button type="button" onClick={list.more} disabled={list.isLoadingMore}>
          Show more
        </button>
      )}
    </Card>
  )
}

/** The versions among the entries that are shown, newest first. */
const versionsOf = (entries: readonly IncidentTimelineEntry[]): State[] =>
  entries.flatMap(({ id, at, what }) =>
    what.case === 'version' && at !== undefined
      ? [{ id, name: `Version ${what.value.version}, ${exact(at)}`, facts: factsOfIncident(what.value) }]
      : [],
  )

/** Returns the version before that of an entry, if it is among the entries that are shown. */
function before(
  { what }: IncidentTimelineEntry,
  entries: readonly IncidentTimelineEntry[],
): Incident | undefined {
  if (what.case !== 'version') return undefined
  for (const { what: other } of entries)
    if (other.case === 'version' && other.value.version === what.value.version - 1) return other.value
  return undefined
}

function asEntry(value: Notification): IncidentTimelineEntry {
  const { id, createdAt: at } = value
  return create(IncidentTimelineEntrySchema, {
    id,
    what: { case: 'notification', value },
    ...(at === undefined ? {} : { at }),
  })
}

function Entry({
  entry: { at, what, by },
  before,
}: {
  entry: IncidentTimelineEntry
  before: Incident | undefined
}): ReactNode {
  return (
    <li>
      <p className="muted">
        <Exact at={at} />
        {by !== '' && <span> · {by}</span>}
      </p>
      {what.case === 'version' && <Version version={what.value} before={before} />}
      {what.case === 'comment' && <p className="long">{what.value.text}</p>}
      {what.case === 'attachment' && (
        <p>
          Attached <bdi>{what.value.name}</bdi> ({what.value.bytes.toLocaleString()} bytes)
        </p>
      )}
      {what.case === 'filing' && <Filing filing={what.value} />}
      {what.case === 'report' && (
        <p>
          Report drafted: {reportOf(what.value)}, version {what.value.version}
        </p>
      )}
      {what.case === 'notification' && (
        <p>
          Notification: <bdi>{what.value.title}</bdi>{' '}
          <EnumBadge schema={NotificationStateSchema} value={what.value.state} />
        </p>
      )}
      {what.case === 'delivery' && <Delivery delivery={what.value} />}
    </li>
  )
}

function Filing({ filing }: { filing: IncidentFiling }): ReactNode {
  const { corrects, recipient, reference, submittedAt } = filing
  return (
    <>
      <p>
        {corrects === '' ? 'Report filed' : 'Filing corrected'}: {reportOf(filing)}, to <bdi>{recipient}</bdi>
      </p>
      <p className="muted">
        Submitted {exact(submittedAt!)}
        {reference !== '' && (
          <>
            {' · '}
            <bdi>{reference}</bdi>
          </>
        )}
      </p>
    </>
  )
}

function Version({ version: after, before }: { version: Incident; before: Incident | undefined }): ReactNode {
  const { version, status, note, work } = after
  const changes = before === undefined ? [] : changesOf(before, after)
  return (
    <>
      <p>
        {work?.change === 'duplicate' ? <Marked version={after} /> : changeOf(version, work?.change)}{' '}
        <EnumBadge schema={IncidentStatusSchema} value={status} />
      </p>
      {changes.length > 0 && <p className="muted">{changes.join(' · ')}</p>}
      {note !== '' && <p className="long">{note}</p>}
    </>
  )
}

/** The change that made a version, before the status that it has. */
function changeOf(version: number, change = 'move'): string {
  if (version === 1) return 'Recorded as'
  return CHANGES[change] ?? 'Changed; its status:'
}

const CHANGES: { [change: string]: string } = {
  move: 'Moved to',
  edit: 'Corrected; its status:',
  moments: 'Moments set; its status:',
  assessment: 'Assessed; its status:',
}

/** The change that made one incident a duplicate of another: both have a version of it. */
function Marked({ version }: { version: Incident }): ReactNode {
  const original = originalOf(version)
  const duplicate = version.work?.duplicates.at(-1)
  if (original !== undefined)
    return (
      <>
        Marked as a duplicate of <IncidentLink id={original} />; its status:
      </>
    )
  if (duplicate === undefined) return 'Changed; its status:'
  return (
    <>
      <IncidentLink id={duplicate} /> was marked as a duplicate of this incident; its status:
    </>
  )
}

function Delivery({ delivery: { outcome, report } }: { delivery: WebhookDelivery }): ReactNode {
  return (
    <>
      <p>
        {outcome === 'closure' ? 'Its sender closed it' : 'Its sender reported it again'}
        {report !== undefined && (
          <>
            {': '}
            {readable(report.status ?? report.state)}{' '}
            <EnumBadge schema={SeveritySchema} value={report.severity} />
          </>
        )}
      </p>
      {report !== undefined && report.title !== '' && <p className="long">{report.title}</p>}
      {report !== undefined && report.differs.length > 0 && (
        <p className="muted">Differs in {report.differs.map(readable).join(', ')}</p>
      )}
    </>
  )
}
