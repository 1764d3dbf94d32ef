import { type Command, Option } from 'commander'
import {
  IncidentSchema,
  IncidentService,
  type IncidentStatus,
  IncidentStatusSchema,
} from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { enumText } from '../../../services/kernel/values/enum-text.ts'
import { acting, personVerb, resource, rowLimit, uuid } from '../command.ts'
import { readAll } from '../pages.ts'
import { plain } from '../plain.ts'
import { item, list } from '../views.ts'

const { listIncidents, getIncident, moveIncident } = IncidentService.method
const STATUS = enumText<IncidentStatus>(IncidentStatusSchema)

export function incidentCommand(): Command {
  return resource('incident', 'Incidents', [
    personVerb('list', 'List the incidents.', 'incident list --org ID')
      .option('--limit <n>', 'the newest n only', rowLimit)
      .action(
        acting<{ limit?: number }>(async ({ limit }, { call }) => {
          const found = await readAll(limit, async (page) => {
            const { incidents, nextCursor } = await call(listIncidents, { page })
            return { rows: incidents, nextCursor }
          })
          const rows = found.map((incident) => plain(IncidentSchema, incident))
          return list(rows, ['id', 'created_at', 'severity', 'status', 'title'])
        }),
      ),
    personVerb('show', 'Show an incident with its history.', 'incident show --org ID --id ID')
      .requiredOption('--id <id>', 'the incident', uuid)
      .action(
        acting<{ id: string }>(async ({ id }, { call }) => {
          const { incident, versions } = await call(getIncident, { id })
          const history = versions.map((version) => plain(IncidentSchema, version))
          const view = item(plain(IncidentSchema, incident!))
          const { text } = list(history, ['version', 'status', 'note'])
          return { json: { ...view.json, versions: history }, text: `${view.text}\n\n${text}` }
        }),
      ),
    personVerb(
      'move',
      'Move an incident to another status.',
      'incident move --org ID --id ID --status contained',
    )
      .requiredOption('--id <id>', 'the incident', uuid)
      .addOption(
        new Option('--status <status>', 'the status').choices([...STATUS.words]).makeOptionMandatory(),
      )
      .option('--note <text>', 'what there is to say about it')
      .action(
        acting<Move>(async ({ id, status, note = '' }, { call }) => {
          const { incident } = await call(moveIncident, { id, status: STATUS.value(status), note })
          return item(plain(IncidentSchema, incident!))
        }),
      ),
  ])
}

type Move = { id: string; status: string; note?: string }
