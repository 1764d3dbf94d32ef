import { expect, test } from 'vitest'
import { TestLog, uuid } from '../support/log.ts'
import { logOf, replayed } from '../support/replayed.ts'

test('the replay requires that a named key is that of the record, which no call changes', async () => {
  const key = { id: uuid('key'), version: 1, permissions: ['evaluations:write'], credential_sha256: 'a' }
  const made = (change: object) => (log: TestLog) =>
    log.append('createKey', { 'api-keys': [{ ...key, ...change }] })
  const submit = (credential_sha256: string) => (log: TestLog) =>
    log.append(
      'submitEvaluations',
      {},
      { actor: { id: key.id, kind: 'api_key', name: 'a' }, details: { credential_sha256 } },
    )
  expect(await replayed(logOf(made({}), submit('a')))).toBe('PASS')
  expect(await replayed(logOf(made({}), submit('b')))).toBe('caller_not_allowed')
  expect(await replayed(logOf(made({ credential_sha256: undefined }), submit('b')))).toBe('PASS')
  const updated = (operation: string) => (log: TestLog) =>
    log.append(operation, { 'api-keys': [{ ...key, version: 2, credential_sha256: 'b' }] })
  expect(await replayed(logOf(made({}), updated('updateKey')))).toBe('caller_not_allowed')
  expect(await replayed(logOf(made({}), updated('recordFound')))).toBe('caller_not_allowed')
  expect(await replayed(logOf(made({ credential_sha256: undefined }), updated('recordFound')))).toBe('PASS')
})

test('the replay requires that entries and records name a person as the log does', async () => {
  const person = { id: uuid('person'), version: 1, role: 'admin', status: 'active', attestation_roles: [] }
  const trigger = { id: uuid('trigger'), ai_system_id: uuid('system'), reason: 'seen' }
  const call = (name: string, named: string, email?: string) => {
    const log = new TestLog()
    const users = [email === undefined ? person : { ...person, email }]
    log.append('createOrganization', { organizations: [{ id: log.organizationId, version: 1 }], users })
    const opened = { ...trigger, opened_by: { id: person.id, name: named } }
    const actor = { id: person.id, kind: 'user', name }
    log.append('openTrigger', { triggers: [opened] }, { actor })
    return replayed(log)
  }
  expect(await call('a@x.example', 'a@x.example', 'a@x.example')).toBe('PASS')
  expect(await call('b@x.example', 'b@x.example')).toBe('PASS')
  expect(await call('b@x.example', 'b@x.example', 'a@x.example')).toBe('caller_not_allowed')
  expect(await call('a@x.example', 'b@x.example', 'a@x.example')).toBe('input_differs')
})

test('the replay requires a session for what decisions read, whatever the name of the call', async () => {
  const person = { id: uuid('person'), version: 1, role: 'admin', status: 'active', attestation_roles: [] }
  const other = { id: uuid('session'), user_id: uuid('other'), version: 1, ended_at: null }
  const session = { ...other, expires_at: '2026-01-02T15:00:00.000Z' }
  const call = (operation: string, type: string, how: object = {}) => {
    const log = new TestLog()
    const organizations = [{ id: log.organizationId, version: 1 }]
    log.append('createOrganization', { organizations, users: [person], sessions: [session] })
    const actor = { id: person.id, kind: 'user', name: 'a' }
    log.append(operation, { [type]: [{ id: uuid('made'), ai_system_id: uuid('system') }] }, { actor, ...how })
    return replayed(log)
  }
  const system = { via: 'system' }
  expect(await call('exportEvidence', 'evidence-exports')).toBe('PASS')
  expect(await call('x', 'evidence-exports', system)).toBe('PASS')
  for (const operation of ['exportEvidence', 'createSession', 'acceptInvitation'])
    expect(await call(operation, 'findings')).toBe('caller_not_allowed')
  expect(await call('x', 'findings', system)).toBe('caller_not_allowed')
  for (const operation of ['exportEvidence', 'createSession'])
    expect(await call(operation, 'api-keys')).toBe('caller_not_allowed')
  expect(await call('x', 'users', system)).toBe('caller_not_allowed')
})
