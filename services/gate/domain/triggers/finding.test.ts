import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import {
  ProposalKind,
  ProposalStatus,
  ResolutionSchema,
  TriggerStatus,
} from '../../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import { personMessage } from '../person.ts'
import { ACTIONS } from '../words.ts'
import { type Finding, proposalMessage, triggerMessage } from './finding.ts'
import { type ActionWord, resolutionMessage, resolutionText } from './resolution.ts'

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
  resolvedOccurrences: 0,
}

function resolvedFinding(action: ActionWord, occurrences: number): Finding {
  const resolution = resolutionText({
    organizationId: 'o',
    subjectKind: 'gap',
    resolution: create(ResolutionSchema, {
      ...{ id: 'r', subjectId: 'f', action: ACTIONS.value(action), reason: 'known' },
      occurrences: BigInt(occurrences),
      resolvedBy: personMessage({ id: 'u', name: 'ada@example.org' }),
      createdAt: timestamp(at),
    }),
  })
  return { ...found, resolution, resolvedOccurrences: occurrences }
}

test('the record of a resolution has these bytes, which logs of every version contain, and reads back', () => {
  const { resolution } = resolvedFinding('accept', 3)
  expect(resolution).toBe(
    '{"action":"accept","created_at":"2026-01-02T03:04:05.678Z","duties_version":5,"id":"r","occurrences":3,"organization_id":"o","reason":"known","resolved_by":{"id":"u","name":"ada@example.org"},"subject_id":"f","subject_kind":"gap"}',
  )
  expect(resolutionMessage(resolution!)).toMatchObject({
    subjectId: 'f',
    occurrences: 3n,
    resolvedBy: personMessage({ id: 'u', name: 'ada@example.org' }),
  })
})

test('a finding that no person has resolved is open', () => {
  expect(triggerMessage(found).status).toBe(TriggerStatus.OPEN)
  expect(proposalMessage(found)).toMatchObject({ kind: ProposalKind.TOOL_DRIFT, status: ProposalStatus.OPEN })
})

test.each([
  ['accept', ProposalStatus.ACCEPTED],
  ['dismiss', ProposalStatus.DISMISSED],
  ['resolve', ProposalStatus.RESOLVED],
] as const)('one resolution closes both trigger and proposal: %s', (action, status) => {
  expect(triggerMessage(resolvedFinding(action, 3)).status).toBe(TriggerStatus.RESOLVED)
  expect(proposalMessage(resolvedFinding(action, 3)).status).toBe(status)
})

test('a finding that occurs after its resolution is open again, and still shows the resolution', () => {
  const again = resolvedFinding('dismiss', 2)
  expect(triggerMessage(again)).toMatchObject({ status: TriggerStatus.OPEN, resolution: { reason: 'known' } })
  expect(proposalMessage(again).status).toBe(ProposalStatus.OPEN)
})
