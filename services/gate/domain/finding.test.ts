import { expect, test } from 'vitest'
import {
  ProposalKind,
  ProposalStatus,
  TriggerStatus,
} from '../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { type Finding, proposalMessage, triggerMessage } from './finding.ts'
import { type ResolutionRecord, resolutionText } from './resolution.ts'

const at = new Date('2026-01-02T03:04:05.678Z')
const found: Finding = {
  id: 'f',
  kind: 'tool',
  systemId: 'a',
  profileId: 'p',
  agentIdentity: 'bot',
  toolName: 'shell',
  modelName: null,
  modelVersion: null,
  metricName: null,
  reason: null,
  changedBy: null,
  occurrences: 3,
  firstAt: at,
  lastAt: at,
  resolution: null,
  settled: 0,
}

function settled(action: ResolutionRecord['action'], occurrences: number): Finding {
  const resolution = resolutionText({
    organization_id: 'o',
    id: 'r',
    subject_id: 'f',
    subject_kind: 'tool',
    action,
    reason: 'known',
    occurrences,
    resolved_by: { id: 'u', name: 'ada@example.org' },
    created_at: at.toISOString(),
  })
  return { ...found, resolution, settled: occurrences }
}

test('what no person has settled is open', () => {
  expect(triggerMessage(found).status).toBe(TriggerStatus.OPEN)
  expect(proposalMessage(found)).toMatchObject({ kind: ProposalKind.TOOL_DRIFT, status: ProposalStatus.OPEN })
})

test.each([
  ['accept', ProposalStatus.ACCEPTED],
  ['dismiss', ProposalStatus.DISMISSED],
  ['resolve', ProposalStatus.RESOLVED],
] as const)('one resolution settles trigger and proposal: %s', (action, status) => {
  expect(triggerMessage(settled(action, 3)).status).toBe(TriggerStatus.RESOLVED)
  expect(proposalMessage(settled(action, 3)).status).toBe(status)
})

test('what occurs again after its resolution is open again, and still shows how it was settled', () => {
  const again = settled('dismiss', 2)
  expect(triggerMessage(again)).toMatchObject({ status: TriggerStatus.OPEN, resolution: { reason: 'known' } })
  expect(proposalMessage(again).status).toBe(ProposalStatus.OPEN)
})
