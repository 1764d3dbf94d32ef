import { z } from 'zod'
import {
  CreateIncidentRequestSchema,
  IncidentSchema,
  IncidentService,
  ListIncidentsRequestSchema,
  SetIncidentStatusRequestSchema,
} from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { ObligationSchema } from '../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { answer } from '../schema/answer.ts'
import { cursorJson, id, out } from '../schema/fields.ts'
import { requestBody, requestQuery } from '../schema/request.ts'
import { operation } from './operation.ts'

const { createIncident, listIncidents, getIncident, setIncidentStatus } = IncidentService.method
const incident = answer(IncidentSchema)
const obligation = answer(ObligationSchema)
const tag = 'Incidents'

/** docs/api.md 2.1, 4. */
export const incidentOperations = [
  operation({
    rpc: createIncident,
    method: 'POST',
    path: '/incidents',
    permission: 'incidents:write',
    summary: 'Create an incident',
    tag,
    body: requestBody(CreateIncidentRequestSchema),
    response: incident.schema,
    handle: async ({ body }, { clients, options }) => {
      const created = await clients.incidents.createIncident(body, options)
      return incident.json(created.incident!)
    },
  }),
  operation({
    rpc: listIncidents,
    method: 'GET',
    path: '/incidents',
    permission: 'incidents:read',
    summary: 'List incidents, newest first',
    tag,
    query: requestQuery(ListIncidentsRequestSchema),
    response: out.list(incident.schema),
    handle: async ({ query }, { clients, options }) => {
      const { incidents, nextCursor } = await clients.incidents.listIncidents(query, options)
      return { data: incidents.map(incident.json), next_cursor: cursorJson(nextCursor) }
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
    query: z.object({
      include: z
        .enum(['obligations'])
        .optional()
        .meta({ description: '`obligations`: the answer has what has to be reported, as it is now.' }),
    }),
    response: incident.schema.extend({
      obligations: z
        .array(obligation.schema)
        .optional()
        .meta({ description: 'There where `include=obligations` asks for it.' }),
    }),
    errors: { 404: "The incident is not in the key's organization." },
    handle: async ({ params, query }, { clients, options }) => {
      const withObligations = query.include === 'obligations'
      const found = await clients.incidents.getIncident({ id: params.id, withObligations }, options)
      const fetched = incident.json(found.incident!)
      return withObligations ? { ...fetched, obligations: found.obligations.map(obligation.json) } : fetched
    },
  }),
  operation({
    rpc: setIncidentStatus,
    method: 'POST',
    path: '/incidents/{id}/status',
    permission: 'incidents:status',
    summary: 'Bring an incident into a status; a repetition changes nothing',
    tag,
    params: z.object({ id: id() }),
    body: requestBody(SetIncidentStatusRequestSchema),
    success: 200,
    response: incident.schema,
    errors: { 404: "The incident is not in the key's organization." },
    handle: async ({ params, body }, { clients, options }) => {
      const changed = await clients.incidents.setIncidentStatus({ ...body, id: params.id }, options)
      return incident.json(changed.incident!)
    },
  }),
]
