import { z } from 'zod'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { incidentJson, incidentRequest } from '../mapping/incidents.ts'
import { cursorJson } from '../mapping/values.ts'
import { id, out, page, pageRequest } from '../schema/fields.ts'
import { incident, incidentBody } from '../schema/incidents.ts'
import { operation } from './operation.ts'

const { createIncident, listIncidents, getIncident } = IncidentService.method
const tag = 'Incidents'

/** Contract 2.1, 4. */
export const incidentOperations = [
  operation({
    rpc: createIncident,
    method: 'POST',
    path: '/incidents',
    permission: 'incidents:write',
    summary: 'Create an incident',
    tag,
    body: incidentBody,
    response: incident,
    handle: async ({ body }, { clients, options }) => {
      const created = await clients.incidents.createIncident(incidentRequest(body), options)
      return incidentJson(created.incident!)
    },
  }),
  operation({
    rpc: listIncidents,
    method: 'GET',
    path: '/incidents',
    permission: 'incidents:read',
    summary: 'List incidents, newest first',
    tag,
    query: z.object(page),
    response: out.list(incident),
    handle: async ({ query }, { clients, options }) => {
      const { incidents, nextCursor } = await clients.incidents.listIncidents(
        { page: pageRequest(query) },
        options,
      )
      return { data: incidents.map(incidentJson), next_cursor: cursorJson(nextCursor) }
    },
  }),
  operation({
    rpc: getIncident,
    method: 'GET',
    path: '/incidents/{id}',
    permission: 'incidents:read',
    summary: 'Fetch one incident',
    tag,
    params: z.object({ id: id() }),
    response: incident,
    errors: { 404: "The incident is not in the key's organization." },
    handle: async ({ params }, { clients, options }) => {
      const found = await clients.incidents.getIncident({ id: params.id }, options)
      return incidentJson(found.incident!)
    },
  }),
]
