import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { SpanReportSchema, SpanRole } from '../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import type { Caller } from '../../kernel/identity/caller.ts'
import type { Span } from '../domain/spans/span.ts'
import { otherAgents } from './other-agents.ts'
import type { SettleContext } from './settle-context.ts'

test('the runs of very many traces without named agents are requested at most 50 at a time', async () => {
  const asked = { open: 0, most: 0 }
  const run = async () => {
    asked.most = Math.max(asked.most, ++asked.open)
    await new Promise(setImmediate)
    asked.open -= 1
    return { agentIdentity: 'agent', profile: undefined }
  }
  const ctx = { events: { run }, runs: { profiles: async () => new Map() } } as unknown as SettleContext
  const traces = Array.from({ length: 50 }, (_, n) => {
    const report = create(SpanReportSchema, { role: SpanRole.MODEL, modelName: 'any', service: 'service' })
    const fresh = [{ id: `${n}`, parentId: 'above', traceId: `trace ${n}`, report } as Span]
    return { traceId: `trace ${n}`, runId: `run ${n}`, fresh, settled: [], calls: [], draft: undefined }
  })
  const runs = { ids: new Map(), made: 0, drafts: new Map(), agents: new Map() }
  await otherAgents(ctx, { organizationId: 'organization' } as Caller, traces, runs)
  expect(asked.most).toBe(50)
})
