import { Command } from 'commander'
import { expect, test } from 'vitest'
import { ListDecisionsRequestSchema } from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { ListRunsRequestSchema } from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { ListEvaluationsRequestSchema } from '../../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { ListAssetsRequestSchema } from '../../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { ListEntriesRequestSchema } from '../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import {
  ListIncidentsRequestSchema,
  ListWebhookDeliveriesRequestSchema,
} from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { ListSuppliersRequestSchema } from '../../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { listOptions } from './filters.ts'

test.each([
  ListIncidentsRequestSchema,
  ListAssetsRequestSchema,
  ListSuppliersRequestSchema,
  ListWebhookDeliveriesRequestSchema,
  ListDecisionsRequestSchema,
  ListEvaluationsRequestSchema,
  ListRunsRequestSchema,
  ListEntriesRequestSchema,
])('each option of $typeName says what it shows', (desc) => {
  const { options } = listOptions(new Command(), desc)
  const described = options.map(({ long, description }) => [description, long])
  expect(Object.fromEntries(described)['the order']).toBe('--order')
  // The name alone says nothing.
  for (const [description, long] of described)
    expect(description).not.toBe(long!.slice(2).replaceAll('-', ' '))
  expect(new Set(described.map(([description]) => description)).size).toBe(options.length)
})
