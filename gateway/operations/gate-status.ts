import { z } from 'zod'
import {
  GateDecisionSchema,
  GateService,
  QueryGateByNameRequestSchema,
} from '../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { answer } from '../schema/answer.ts'
import { id } from '../schema/fields.ts'
import { requestBody } from '../schema/request.ts'
import { operation } from './operation.ts'

const gateDecision = answer(GateDecisionSchema)

/** docs/api.md 2.6, 3.2, 4.1.6. */
export const gateOperations = [
  operation({
    rpc: GateService.method.queryGate,
    method: 'GET',
    path: '/gate-status/{aiSystemId}',
    permission: 'gate:query',
    summary: 'Ask whether an AI system may ship; every query stores its decision',
    tag: 'Release gate',
    params: z.object({ aiSystemId: id() }),
    response: gateDecision.schema,
    handle: async ({ params }, { clients, options }) => {
      const { decision } = await clients.gate.queryGate({ aiSystemId: params.aiSystemId }, options)
      return gateDecision.json(decision!)
    },
  }),
  operation({
    rpc: GateService.method.queryGateByName,
    method: 'GET',
    path: '/gate-status',
    permission: 'gate:query',
    summary: 'Ask by the name of an AI system whether it may ship; every query stores its decision',
    tag: 'Release gate',
    query: requestBody(QueryGateByNameRequestSchema),
    response: gateDecision.schema,
    errors: { 404: "No AI system of the key's organization has this name." },
    handle: async ({ query }, { clients, options }) => {
      const { decision } = await clients.gate.queryGateByName(query, options)
      return gateDecision.json(decision!)
    },
  }),
]
