import { create } from '@bufbuild/protobuf'
import type { Command } from 'commander'
import {
  IncidentWorkSchema,
  type Regime,
  RegimeSchema,
} from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import {
  type Incident,
  IncidentSchema,
  IncidentService,
  type IncidentStatus,
  IncidentStatusSchema,
  type IncidentTimelineEntry,
  IncidentTimelineEntrySchema,
  type Severity,
  SeveritySchema,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import {
  type Notification,
  NotificationSchema,
  type NotificationState,
  NotificationStateSchema,
} from '../../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { enumText } from '../../../../services/kernel/values/enum-text.ts'
import { readAll } from '../../views/pages.ts'
import { type Plain, plain } from '../../views/plain.ts'
import { list } from '../../views/views.ts'
import { asPerson, personVerb, positive, uuid } from '../command.ts'

const SEVERITY = enumText<Severity>(SeveritySchema)
const STATUS = enumText<IncidentStatus>(IncidentStatusSchema)
const NOTIFICATION = enumText<NotificationState>(NotificationStateSchema)
const REGIME = enumText<Regime>(RegimeSchema)

export function timelineVerb(): Command {
  return personVerb(
    'timeline',
    'Show the history of an incident, newest first.',
    'incident timeline --org ID --id ID',
  )
    .requiredOption('--id <id>', 'the incident', uuid)
    .option('--limit <n>', 'only the newest n', positive)
    .action(
      asPerson<{ id: string; limit?: number }>(async ({ id, limit }, { call }) => {
        let waiting: Notification[] = []
        const entries = await readAll(
          limit,
          async (page) => {
            const answer = await call(IncidentService.method.listIncidentTimeline, { id, page })
            if (answer.waiting.length > 0) waiting = answer.waiting
            return { rows: answer.entries, nextCursor: answer.nextCursor }
          },
          MAX_OF_ONE,
        )
        return list(
          [...waiting.map(waitingRow), ...timelineRows(entries)],
          ['at', 'by', 'what', 'status', 'differs', 'said'],
        )
      }),
    )
}

/** One call may have several entries, such as a filing, its document and the notifications that it made unnecessary. */
const MAX_OF_ONE = 1000

/** Returns the row of a notification that waits to be sent. It is listed before all events of the past. */
function waitingRow(notification: Notification): Plain {
  const { id, created_at, event, title } = plain(NotificationSchema, notification)
  const said = `${event}: ${title}`
  return { id: id!, at: created_at!, by: null, what: 'notification', status: 'waiting', differs: [], said }
}

/** Returns entries of a timeline as the command prints them. */
export function timelineRows(entries: readonly IncidentTimelineEntry[]): Plain[] {
  const versions = new Map(
    entries.flatMap(({ what }) =>
      what.case === 'version' ? [[what.value.version, facts(what.value)] as const] : [],
    ),
  )
  return entries.map((entry) => {
    const { id, at, by } = plain(IncidentTimelineEntrySchema, entry)
    return { id: id!, at: at!, by: by || null, ...whatOf(entry, versions) }
  })
}

/** Returns the fields of an incident that people can change, each as JSON text. */
function facts(incident: Incident): Map<string, string> {
  const { version, note, created_at, source, work, ...fields } = plain(IncidentSchema, incident)
  const { change, owner_email, warnings, moments, assessments, ...others } = plain(
    IncidentWorkSchema,
    incident.work ?? create(IncidentWorkSchema),
  )
  const named = [
    ...(moments as Plain[]).map((one) => [one.moment, one]),
    ...(assessments as Plain[]).map((one) => [one.regime, one]),
  ]
  const all = [...Object.entries({ ...fields, ...others }), ...named] as [string, unknown][]
  return new Map(all.map(([name, value]) => [name, JSON.stringify(value)]))
}

/** Returns the names of the fields that differ. */
function changed(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...new Set([...after.keys(), ...before.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  )
}

function whatOf({ what }: IncidentTimelineEntry, versions: Map<number, Map<string, string>>): Plain {
  const none = { status: null, differs: [] }
  switch (what.case) {
    case 'delivery': {
      const { outcome, report } = what.value
      return {
        what: outcome === 'closure' ? 'closed by its sender' : 'reported again',
        status: report?.status ?? report?.state ?? null,
        differs: report?.differs ?? [],
        said: report === undefined ? null : `${SEVERITY.word(report.severity)}: ${report.title}`,
      }
    }
    case 'comment':
      return { what: 'comment', ...none, said: what.value.text }
    case 'attachment':
      return { what: 'attachment', ...none, said: `${what.value.name}, SHA-256 ${what.value.sha256}` }
    case 'filing': {
      const { regime, step, recipient, reference, corrects } = what.value
      const said = `${REGIME.word(regime)} ${step} to ${recipient}${reference === '' ? '' : `, ${reference}`}`
      return { what: corrects === '' ? 'filed' : 'filing corrected', ...none, said }
    }
    case 'report': {
      const { regime, step, version } = what.value
      return { what: 'report', ...none, said: `${REGIME.word(regime)} ${step}, version ${version}` }
    }
    case 'notification': {
      const { event, state, title } = what.value
      return { what: 'notification', ...none, status: NOTIFICATION.word(state), said: `${event}: ${title}` }
    }
    default:
      return versionView(what.value as Incident, versions)
  }
}

/** Returns the view of a version. `differs` is empty if the version before is not among the entries that were asked for. */
function versionView(
  { version, status, note, title, work }: Incident,
  versions: Map<number, Map<string, string>>,
): Plain {
  const before = versions.get(version - 1)
  const differs = before === undefined ? [] : changed(before, versions.get(version)!)
  const change = version === 1 ? 'opened' : (CHANGES[work?.change ?? ''] ?? 'moved')
  return { what: change, status: STATUS.word(status), differs, said: version === 1 ? title : note }
}

const CHANGES: { [change: string]: string } = {
  edit: 'edited',
  moments: 'moments',
  assessment: 'assessed',
  duplicate: 'merged',
}
