import { describe, expect, test } from 'vitest'
import { TestLog, uuid } from '../support/log.ts'
import { logOf, replayed } from '../support/replayed.ts'

/* The name of a call and the kind of its caller are part of its entry only. What the call wrote MUST allow both. */

const person = (name: string, role: string) => ({
  ...{ id: uuid(name), role, status: 'active', attestation_roles: [], version: 1 },
  ...{ credential_sha256: `of ${name}`, invitation: null },
})
const by = (name: string) => ({ actor: { id: uuid(name), kind: 'user', name } })
const about = { ai_system_id: uuid('system'), opened_trigger: null }
const profile = { ...about, id: uuid('profile'), agent_identity: 'bot', tools: [], version: 1 }
const system = { id: uuid('system'), name: 'claims', attestation_roles: [], version: 1, opened_trigger: null }
const suite = { id: uuid('suite'), ai_system_id: uuid('system'), name: 'release', version: 1, thresholds: [] }
const key = { id: uuid('key'), version: 1, permissions: [], credential_sha256: 'a' }

const session = {
  ...{ id: uuid('session'), user_id: uuid('a'), version: 1, ended_at: null },
  expires_at: '2026-01-02T15:00:00.000Z',
}

describe('the replay refuses, whatever the call is named,', () => {
  const people = (log: TestLog) =>
    log.append('createUser', { users: [person('a', 'admin'), person('m', 'member')] })
  const call = (name: string, operation: string, written: { [type: string]: object[] }) =>
    replayed(logOf(people, (log) => log.append(operation, written as never, by(name))))

  test('an account, a key or an AI system that a member made', async () => {
    const written = { users: [person('b', 'approver')] }
    expect(await call('m', 'createIncident', written)).toBe('caller_not_allowed')
    expect(await call('a', 'createUser', written)).toBe('PASS')
    expect(await call('m', 'createIncident', { 'api-keys': [key] })).toBe('caller_not_allowed')
    expect(await call('m', 'createSuite', { 'ai-systems': [system] })).toBe('caller_not_allowed')
    expect(await call('m', 'createSuite', { 'ai-systems': [system], suites: [suite] })).toBe('PASS')
  })

  test('a session that a call opened for another, or without signing in', async () => {
    const opened = { sessions: [{ ...session, user_id: uuid('m') }] }
    expect(await call('m', 'createSession', opened)).toBe('PASS')
    expect(await call('a', 'createSession', opened)).toBe('caller_not_allowed')
    expect(await call('m', 'exportEvidence', opened)).toBe('caller_not_allowed')
    const ended = { sessions: [{ ...session, version: 2, ended_at: '2026-01-02T03:06:00.000Z' }] }
    const first = (log: TestLog) => log.append('createSession', { sessions: [session] }, by('a'))
    const end = (log: TestLog) => log.append('disableUser', ended, by('a'))
    expect(await replayed(logOf(people, first, end))).toBe('PASS')
  })

  test('a password that an administrator gave to another, in a call that sets one’s own', async () => {
    const given = { users: [{ ...person('m', 'member'), version: 2, credential_sha256: 'b' }] }
    for (const operation of ['changePassword', 'acceptInvitation']) {
      expect(await call('a', operation, given)).toBe('caller_not_allowed')
      expect(await call('m', operation, given)).toBe('PASS')
    }
    expect(await call('a', 'resetPassword', given)).toBe('PASS')
    expect(await call('a', 'disableUser', given)).toBe('caller_not_allowed')
    expect(await call('a', 'disableUser', { users: [{ ...given.users[0], status: 'disabled' }] })).toBe(
      'PASS',
    )
    expect(await call('a', 'recordFound', given)).toBe('caller_not_allowed')
  })
})

test('the replay refuses what people write as a call of others, once sessions are recorded', async () => {
  const of = (kind: string, operation: string, written: { [type: string]: object[] }, isRecorded = true) => {
    const log = new TestLog()
    const organizations = [{ id: log.organizationId, version: 1 }]
    const { credential_sha256: _, ...old } = person('a', 'admin')
    log.append('createOrganization', {
      organizations,
      users: [old],
      ...(isRecorded && { sessions: [session] }),
    })
    log.append(operation, written as never, { actor: { id: null, kind, name: 'x' } })
    return replayed(log)
  }
  const second = { ...person('a', 'admin'), version: 2 }
  for (const kind of ['operator', 'service_client', 'system', 'manual'])
    for (const [type, record] of Object.entries({
      suites: suite,
      'agent-profiles': profile,
      'ai-systems': system,
      'api-keys': key,
      users: person('b', 'admin'),
    })) {
      expect([kind, type, await of(kind, 'x', { [type]: [record] })]).toEqual([
        kind,
        type,
        'caller_not_allowed',
      ])
      if (kind === 'operator') expect(await of(kind, 'x', { [type]: [record] }, false)).toBe('PASS')
    }
  expect(await of('operator', 'resetPassword', { users: [second] })).toBe('PASS')
  // An earlier version did not record everything; what it left is recorded as it is found.
  expect(await of('system', 'recordFound', { users: [{ ...second, role: 'member' }] })).toBe('PASS')
  expect(await of('system', 'recordFound', { suites: [suite] })).toBe('caller_not_allowed')
  expect(await of('system', 'resetPassword', { users: [second] })).toBe('caller_not_allowed')
})

test('the replay refuses a first version without its number, which says who made an account or a key', async () => {
  const { version: _, ...account } = person('b', 'approver')
  const { version: __, ...bare } = key
  const made = (written: { [type: string]: object[] }) =>
    replayed(logOf((log) => log.append('x', written as never)))
  expect(await made({ users: [account] })).toBe('version_gap')
  expect(await made({ 'api-keys': [bare] })).toBe('version_gap')
  expect(await made({ users: [{ ...account, version: 1 }], 'api-keys': [key] })).toBe('PASS')
})

test('no entry gets around that by a time before the first one, which the tolerance of clocks allows', async () => {
  const earlier = { at: '2026-01-02T02:30:00.000Z' }
  const after = (operation: string, written: { [type: string]: object[] }, actor: object) => {
    const log = new TestLog()
    const first = { users: [person('a', 'admin'), person('m', 'admin')], sessions: [session] }
    log.append('createOrganization', { organizations: [{ id: log.organizationId, version: 1 }], ...first })
    log.append(operation, written as never, { ...earlier, ...actor } as never)
    return replayed(log)
  }
  const made = { suites: [suite] }
  expect(await after('createSuite', made, { actor: { id: null, kind: 'system', name: null } })).toBe(
    'caller_not_allowed',
  )
  expect(await after('createSuite', made, by('m'))).toBe('caller_not_allowed')
  expect(await after('createSuite', made, by('a'))).toBe('PASS')
})
