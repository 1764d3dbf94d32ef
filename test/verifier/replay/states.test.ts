import { expect, test } from 'vitest'
import type { JsonValue } from '../../../services/kernel/json/canonical-json.ts'
import { TestLog, uuid } from '../support/log.ts'
import { MIB, measured } from '../support/measured.ts'
import { buildPackage } from '../support/package.ts'
import { makeKey } from '../support/signer.ts'

/* The state that the replay keeps of a log is bounded by its memory, whatever the log contains. */

const key = makeKey()
type Json = { [key: string]: JsonValue }

/** A package of so many records of each type, a hundred an entry. */
function packageOf(
  count: number,
  made: { [type: string]: (name: string, i: number) => Json },
): Promise<Buffer> {
  const log = new TestLog()
  const settings = { attester_per_role: false, certifier_is_another: false, changes_need_another: false }
  const organization = {
    id: log.organizationId,
    separation_of_duties: { ...settings, role_wait_hours: 0 },
    version: 1,
  }
  // Who wrote the records of the first entry is not compared: people open their own sessions.
  const { sessions, ...later } = made
  log.append('createOrganization', {
    organizations: [organization],
    ...(sessions !== undefined && { sessions: recordsOf('sessions', sessions, 0, count) }),
  })
  for (const [type, make] of Object.entries(later))
    for (let first = 0; first < count; first += 100)
      log.append('x', { [type]: recordsOf(type, make, first, Math.min(100, count - first)) })
  return buildPackage(log, key)
}

function recordsOf(type: string, make: (name: string, i: number) => Json, first: number, count: number) {
  return Array.from({ length: count }, (_, i) => ({
    id: uuid(`${type} ${first + i}`),
    ...make(`${first + i}`, first + i),
  }))
}

const short = (bytes: number, i: number) =>
  Array.from({ length: Math.floor(bytes / 7) }, (_, n) =>
    ((n * 7919 + i) % 1_000_000).toString(36).padStart(4, '0'),
  )
const SYSTEM = uuid('system')
const agent = { model_name: 'm', model_version: '1', prompt_version: '1' }

test.each<[string, number, Parameters<typeof packageOf>[1]]>([
  [
    'profiles with very many tools',
    60,
    {
      'agent-profiles': (name, i) => ({
        ...{ agent_identity: name, ai_system_id: SYSTEM, tools: short(1_000_000, i), version: 1, ...agent },
        opened_trigger: null,
      }),
    },
  ],
  [
    'suites with very many thresholds',
    60,
    {
      suites: (name, i) => ({
        ...{ ai_system_id: SYSTEM, name, version: 1 },
        thresholds: Array.from({ length: 12_000 }, (_, n) => ({
          ...{ eval_type: 'bias', metric_name: `m${n} ${i}`, operator: 'lte', value: n / 7 },
        })),
      }),
    },
  ],
  [
    'people and keys with long texts',
    3000,
    {
      users: (name) => ({
        role: 'member',
        name: name.padEnd(15_000, 'ā'),
        version: 1,
        attestation_roles: [],
      }),
      'api-keys': (name) => ({ permissions: [name.padEnd(15_000, 'ā')], version: 1 }),
    },
  ],
  [
    'sessions',
    240_000,
    {
      sessions: (name) => ({
        user_id: uuid(`u${name}`),
        version: 1,
        expires_at: '2026-01-02T15:04:05.678Z',
        ended_at: null,
      }),
    },
  ],
  [
    'triggers',
    120_000,
    {
      triggers: (name, i) => ({
        ai_system_id: SYSTEM,
        reason: `r${name}`.padEnd(100),
        changed: 'profile',
        opened_by: { id: uuid(`${i}`), name },
      }),
    },
  ],
])('the replay’s state needs bounded memory: %s', async (_, count, made) => {
  const { code, replay, bytes } = measured(await packageOf(count, made))
  expect([code, replay]).toEqual(['verified', 'NOT CHECKED'])
  expect(bytes / MIB).toBeLessThan(256)
})

test('the replay keeps the state of 60,000 small records', async () => {
  const { replay } = measured(
    await packageOf(60_000, {
      users: () => ({ role: 'member', status: 'active', attestation_roles: [], version: 1 }),
    }),
  )
  expect(replay).toBe('PASS')
})
