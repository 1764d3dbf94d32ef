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
])('each option of $typeName has its own description', (desc) => {
  const { options } = listOptions(new Command(), desc)
  const described = options.map(({ long, description }) => [description, long])
  expect(Object.fromEntries(described)['the order']).toBe('--order')
  // The name alone says nothing.
  for (const [description, long] of described)
    expect(description).not.toBe(long!.slice(2).replaceAll('-', ' '))
  expect(new Set(described.map(([description]) => description)).size).toBe(options.length)
})

test('filters accept the short names of other commands with the same meaning', () => {
  const shown = (desc: Parameters<typeof listOptions>[1], ...args: string[]) =>
    listOptions(new Command().exitOverride(), desc).parse(args, { from: 'user' }).opts()
  const id = '0193A5D0-0000-7000-8000-000000000001'
  const time = '2026-11-01T00:00:00Z'
  const short = shown(ListDecisionsRequestSchema, '--system', id, '--since', time, '--until', time)
  expect(short).toEqual(
    shown(ListDecisionsRequestSchema, '--ai-system-id', id, '--decided-since', time, '--decided-until', time),
  )
  expect(short).toMatchObject({ aiSystemId: id.toLowerCase() })
})

test('a list with several times has no short option for one of them', () => {
  const { options } = listOptions(new Command(), ListIncidentsRequestSchema)
  expect(options.map(({ short }) => short).filter((name) => name !== undefined)).toEqual([])
})
