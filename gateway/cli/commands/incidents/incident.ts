import { type Command, Option } from 'commander'
import {
  IncidentSchema,
  IncidentService,
  type IncidentStatus,
  IncidentStatusSchema,
  ListIncidentsRequestSchema,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { enumText } from '../../../../services/kernel/values/enum-text.ts'
import { listing, listOptions } from '../../options/filters.ts'
import { plain } from '../../views/plain.ts'
import { item, list } from '../../views/views.ts'
import { asPerson, personVerb, resource, uuid } from '../command.ts'
import { createVerb, editVerb, linkVerb } from './incident-create.ts'
import { fileVerb, filingsVerb, obligationsVerb } from './incident-duties.ts'
import { reportVerb } from './incident-report.ts'
import { timelineRows, timelineVerb } from './incident-timeline.ts'
import { assessVerb, attachVerb, commentVerb, mergeVerb, momentVerb, triageVerb } from './incident-work.ts'

const { countIncidents, listIncidents, getIncident, listIncidentTimeline, moveIncident } =
  IncidentService.method
const STATUS = enumText<IncidentStatus>(IncidentStatusSchema)

export function incidentCommand(): Command {
  return resource('incident', 'Incidents', [
    listVerb(),
    showVerb(),
    moveVerb(),
    createVerb(),
    editVerb(),
    assessVerb(),
    momentVerb(),
    commentVerb(),
    attachVerb(),
    linkVerb(),
    mergeVerb(),
    fileVerb(),
    filingsVerb(),
    obligationsVerb(),
    reportVerb(),
    timelineVerb(),
    triageVerb(),
  ])
}

function listVerb(): Command {
  return listOptions(
    personVerb(
      'list',
      'List the incidents.',
      'incident list --org ID --status open,contained --search ransomware',
    ),
    ListIncidentsRequestSchema,
  ).action(
    listing(
      ListIncidentsRequestSchema,
      async (call, { withCount, ...asked }) => {
        if (withCount)
          return { rows: [], nextCursor: '', count: await call(countIncidents, { filter: asked }) }
        const { incidents, nextCursor, disabledOwnerIds } = await call(listIncidents, asked)
        const rows = incidents.map((incident) => ({
          incident,
          ownerDisabled: disabledOwnerIds.includes(incident.work?.ownerId ?? ''),
        }))
        return { rows, nextCursor }
      },
      (found) => {
        const rows = found.map(({ incident, ownerDisabled }) => ({
          ...plain(IncidentSchema, incident),
          owner: incident.work?.ownerEmail ?? '',
          ...(ownerDisabled && { owner_disabled: true }),
        }))
        return list(rows, ['id', 'created_at', 'severity', 'status', 'owner', 'owner_disabled', 'title'])
      },
    ),
  )
}

function showVerb(): Command {
  return personVerb('show', 'Show an incident with its history.', 'incident show --org ID --id ID')
    .requiredOption('--id <id>', 'the incident', uuid)
    .action(
      asPerson<{ id: string }>(async ({ id }, { call }) => {
        const { incident, versions, ownerDisabled } = await call(getIncident, { id })
        const history = versions.map((version) => plain(IncidentSchema, version))
        const { entries } = await call(listIncidentTimeline, { id, page: { limit: 200 } })
        const timeline = timelineRows(entries)
        const view = item({
          ...plain(IncidentSchema, incident!),
          ...(ownerDisabled && { owner_disabled: true }),
        })
        const { text } = list(timeline, ['at', 'by', 'what', 'status', 'differs', 'said'])
        return { json: { ...view.json, versions: history, timeline }, text: `${view.text}\n\n${text}` }
      }),
    )
}

function moveVerb(): Command {
  return personVerb(
    'move',
    'Move an incident to another status.',
    'incident move --org ID --id ID --status contained',
  )
    .requiredOption('--id <id>', 'the incident', uuid)
    .addOption(new Option('--status <status>', 'the status').choices([...STATUS.words]).makeOptionMandatory())
    .option('--note <text>', 'a note')
    .action(
      asPerson<Move>(async ({ id, status, note = '' }, { call }) => {
        const { incident } = await call(moveIncident, { id, status: STATUS.value(status), note })
        return item(plain(IncidentSchema, incident!))
      }),
    )
}

type Move = { id: string; status: string; note?: string }
