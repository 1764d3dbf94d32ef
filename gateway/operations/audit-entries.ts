import { z } from 'zod'
import { OutcomeSchema } from '../../proto/gen/attestry/common/v1/audit_pb.ts'
import { ActorKindSchema, ViaSchema } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import {
  AuditService,
  type ListEntriesRequest,
  ListEntriesRequestSchema,
} from '../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { enumText } from '../../services/kernel/values/enum-text.ts'
import { cursorJson, out } from '../schema/fields.ts'
import { requestQuery } from '../schema/request.ts'
import { operation } from './operation.ts'

/** The text of an entry as the log holds it, with its place (services/kernel/audit/audit-entry.ts). */
const auditEntry = z
  .object({
    v: z.literal(1),
    id: out.id(),
    request_id: out.id().meta({ description: 'The X-Request-Id of the call.' }),
    organization_id: out.id(),
    at: out.time(),
    actor: z.object({
      kind: z.enum(enumText(ActorKindSchema).words),
      id: out.id().nullable(),
      name: z.string().nullable(),
    }),
    via: z.enum(enumText(ViaSchema).words),
    operation: z.string(),
    outcome: z.enum(enumText(OutcomeSchema).words),
    code: z.string().nullable().meta({ description: 'The error code of a call that was refused or failed.' }),
    details: z.record(z.string(), z.unknown()),
    receipts: z
      .array(z.object({ type: z.string(), count: z.int(), root: out.hash() }))
      .meta({ description: 'What the call wrote: the tree hash over its records of each type.' }),
    leaf_index: z.int().nullable().meta({
      description:
        'The place in the log; null until it has one. The RFC 8785 text of this object without leaf_index and incident_ids is what the leaf is the hash of.',
    }),
    incident_ids: z.array(out.id()).meta({ description: 'The incidents that the call opened or changed.' }),
  })
  .meta({ id: 'AuditEntry' })

/** docs/api.md 4, 4.1.10; beyond the v1 contract. */
export const auditOperations = [
  operation({
    rpc: AuditService.method.listEntries,
    method: 'GET',
    path: '/audit-entries',
    permission: 'audit:read',
    summary: 'List audit entries, newest first, or follow the log from a place in it',
    tag: 'Audit',
    query: requestQuery(ListEntriesRequestSchema, onePlaceIsNamed),
    response: z.object({
      data: z.array(auditEntry),
      next_cursor: z.string().meta({ format: 'uuid' }).nullable(),
      last_leaf: z.int().nullable().meta({
        description: 'With after_leaf: the last place that was looked at, the next after_leaf.',
      }),
    }),
    handle: async ({ query }, { clients, options }) => {
      const { entries, nextCursor, lastLeaf } = await clients.audit.listEntries(query, options)
      const data = entries.map(({ text, leafIndex, incidentIds }) => ({
        ...JSON.parse(text),
        leaf_index: leafIndex === undefined ? null : Number(leafIndex),
        incident_ids: incidentIds,
      }))
      return {
        data,
        next_cursor: cursorJson(nextCursor),
        last_leaf: lastLeaf === undefined ? null : Number(lastLeaf),
      }
    },
  }),
]

/** The service has this rule too. It names the field as in its own request, REST as in the query. */
function onePlaceIsNamed({ afterLeaf, page }: ListEntriesRequest) {
  if (afterLeaf === undefined || !page?.cursor) return undefined
  return { field: 'cursor', problem: 'cannot be given together with after_leaf' }
}
