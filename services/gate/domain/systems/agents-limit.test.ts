import { expect, test } from 'vitest'
import { decisionRecord, locked as lock } from '../decision/decision-record.ts'
import type { Snapshot } from '../decision/snapshot.ts'
import { requireAgentsWithinLimit } from './agents-limit.ts'

/** The most bytes of a record that the verifier reads (verifier/src/container/lines.mjs). */
const READ = 3 * 1024 * 1024
const id = (n: number): string => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const ID = id(0)
/** In JSON each of these takes six bytes. */
const LONG = '\u0001'.repeat(200)

type Agent = { agentIdentity: string; modelName: string; modelVersion: string; promptVersion: string }
const agent = (text: string): Agent => ({
  ...{ agentIdentity: text, modelName: text, modelVersion: text, promptVersion: text },
})

function accepts(before: Agent[], after: Agent[], roles: number, rolesBefore = roles): boolean {
  try {
    requireAgentsWithinLimit('agent_identity', { before, after }, { before: rolesBefore, after: roles })
    return true
  } catch {
    return false
  }
}

/** The most agents with such texts for which there is room. */
function most(text: string, roles: number): number {
  let count = 0
  for (let step = 4096; step >= 1; step /= 2)
    if (accepts([], Array(count + step).fill(agent(text)), roles)) count += step
  return count
}

/** The largest decision about so many agents: each differs from its certification, and no threshold is met. */
function largest(text: string, agents: number, roles: number): Snapshot {
  const versions = { model_name: text, model_version: text, prompt_version: text }
  const locked = Array.from({ length: agents }, (_, n) => ({ ...versions, profile_id: id(n) }))
  const ref = { id: ID, suite_id: ID, suite_name: 's'.repeat(500), suite_version: 2 ** 31 }
  const role = (n: number): string => `r${'x'.repeat(60)}${String(n).padStart(2, '0')}`
  return {
    rules_version: 2,
    organization_id: ID,
    separation_of_duties: {
      ...{
        attester_per_role: true,
        certifier_is_another: true,
        changes_need_another: true,
        role_wait_hours: 24,
      },
    },
    ai_system: {
      ...{ id: ID, name: LONG, version: 2 ** 31 },
      attestation_roles: Array.from({ length: roles }, (_, n) => role(n)).sort(),
    },
    suite: {
      ...{ id: ID, name: LONG, version: 2 ** 31 },
      thresholds: Array.from({ length: 100 }, (_, n) => ({
        ...{
          metric_name: `${LONG.slice(2)}${String(n).padStart(2, '0')}`,
          eval_type: 'e'.repeat(64),
          operator: 'lte',
          value: 1e-300,
        },
        result: { id: ID, metric_value: 1e300, record_hash: 'f'.repeat(64) },
      })),
    },
    profiles: Array.from({ length: agents }, (_, n) => ({
      ...{ ...versions, model_name: `${text.slice(1)}x`, id: id(n), version: 2 ** 31, agent_identity: text },
    })),
    certifications: {
      of_system: { ...ref, agents: locked },
      of_suite: ref,
      of_version: { ...ref, agents: locked, certified_by: ID, involved: [ID], waited_hours: 720 },
    },
    attestations: Array.from({ length: roles }, (_, n) => ({
      ...{ id: ID, role: role(n), suite_id: ID, agents: locked, attested_by: ID, waited_hours: 720 },
    })),
    open_triggers: Array.from({ length: 20 }, (_, n) => ({
      id: id(n),
      kind: 'manual',
      reason: '\u0001'.repeat(500),
    })),
    more_open_triggers: true,
  }
}

test.each([
  ['long', LONG, 0],
  ['long', LONG, 50],
  ['short', 'm', 0],
  ['short', 'm', 3],
  ['short', 'm', 50],
])('a decision stays below the size that the verifier reads, with agents of %s texts', (_, text, roles) => {
  const agents = most(text, roles)
  expect(agents).toBeGreaterThan(4)
  const { text: record } = decisionRecord(ID, lock(largest(text, agents, roles)), new Date(0))
  expect(Buffer.byteLength(record)).toBeLessThan(READ)
})

test('an AI system above the limit keeps its agents or fewer, and gets no further agent or role', () => {
  const many = Array(9000).fill(agent('m'))
  expect(accepts(many, many, 3)).toBe(true)
  expect(accepts(many, many.slice(1), 3)).toBe(true)
  expect(accepts(many, [...many, agent('m')], 3)).toBe(false)
  expect(accepts(many, many, 4, 3)).toBe(false)
})

test('thousands of agents fit into a decision with few roles', () => {
  expect(most('gpt-5 2026-01', 0)).toBeGreaterThan(2500)
  expect(most('gpt-5 2026-01', 3)).toBeGreaterThan(1200)
})
