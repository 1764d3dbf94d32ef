import { describe, expect, test } from 'vitest'
import { accessOf, operationOf } from '../../../services/kernel/identity/access.ts'
import { ROLES as WORDS } from '../../../services/kernel/identity/caller.ts'
import { ROLES } from '../../../verifier/src/replay/callers/people.mjs'
import { everyRpc } from '../../isolation/support/rpcs.ts'
import { TestLog, uuid } from '../support/log.ts'
import { logOf, replayed } from '../support/replayed.ts'

test('ROLES of the verifier equals the roles of RPCs that only some roles may call', async () => {
  const methods = await everyRpc()
  const due = methods.flatMap((method) => {
    const { control } = accessOf(method)
    const roles = control.map((role) => WORDS.word(role)).sort()
    return control.length === 0 || control.length === 4 ? [] : [[operationOf(method), roles]]
  })
  expect(due.length).toBeGreaterThan(40)
  const where = 'ROLES of verifier/src/replay/callers/people.mjs; then run `node verifier/build.mjs`'
  expect(ROLES, where).toEqual(Object.fromEntries(due))
  expect(new Set(methods.map(operationOf)).size).toBe(methods.length)
})

describe('the replay of people', () => {
  const account = {
    id: uuid('person'),
    role: 'approver',
    attestation_roles: ['ciso'],
    status: 'active',
    version: 1,
  }
  const made = (log: TestLog) => log.append('createUser', { users: [account] })
  const changed = (change: object) => (log: TestLog) => {
    log.append('updateUser', { users: [{ ...account, ...change, version: 2 }] })
    log.append('x')
  }
  const by =
    (operation: string, written: Written, details = {}) =>
    (log: TestLog) =>
      log.append(operation, written, { actor: { id: uuid('person'), kind: 'user', name: 'a' }, details })
  const certify = by('certify', { certifications: [{ id: uuid('c'), ai_system_id: uuid('s'), agents: [] }] })
  const attest = by('attest', { attestations: [{ id: uuid('a'), role: 'ciso', agents: [] }] })
  const read = by('listIncidents', {})

  test('passes an approver who approves, and a role holder who attests', async () => {
    expect(await replayed(logOf(made, certify, attest, read))).toBe('PASS')
  })

  test('refuses calls of a disabled account, except the end of an export that it had begun', async () => {
    const disabled = changed({ status: 'disabled' })
    expect(await replayed(logOf(made, disabled, read))).toBe('caller_not_allowed')
    const end = (status: string) => by('exportEvidence', {}, { status })
    expect(await replayed(logOf(made, disabled, end('completed')))).toBe('PASS')
    expect(await replayed(logOf(made, disabled, end('started')))).toBe('caller_not_allowed')
  })

  test('refuses a member who certifies or resolves', async () => {
    const member = changed({ role: 'member' })
    expect(await replayed(logOf(made, member, read))).toBe('PASS')
    expect(await replayed(logOf(made, member, certify))).toBe('caller_not_allowed')
    const resolution = { id: uuid('r'), subject_id: uuid('f'), subject_kind: 'gap', occurrences: 1 }
    expect(await replayed(logOf(made, member, by('resolveTrigger', { resolutions: [resolution] })))).toBe(
      'caller_not_allowed',
    )
  })

  test('refuses an attestation in a role that the person does not hold', async () => {
    expect(await replayed(logOf(made, changed({ attestation_roles: ['dpo'] }), attest))).toBe(
      'caller_not_allowed',
    )
    // Where the role was taken less than a minute before, the two calls may have overlapped.
    const late = (log: TestLog) => {
      log.append('updateUser', { users: [{ ...account, attestation_roles: [], version: 2 }] })
    }
    expect(await replayed(logOf(made, late, attest))).toBe('PASS')
  })
  test('passes calls that a person’s role allows, and refuses others', async () => {
    const member = changed({ role: 'member' })
    const incident = by('moveIncident', {})
    expect(await replayed(logOf(made, member, incident, read))).toBe('PASS')
    for (const operation of ['createKey', 'updateSystem', 'updateUser', 'listEntries'])
      expect([operation, await replayed(logOf(made, member, by(operation, {})))]).toEqual([
        operation,
        'caller_not_allowed',
      ])
    expect(await replayed(logOf(made, changed({ role: 'auditor' }), incident))).toBe('caller_not_allowed')
    expect(await replayed(logOf(made, changed({ role: 'auditor' }), by('listEntries', {})))).toBe('PASS')
    // Where the role was taken less than a minute before, the two calls may have overlapped.
    const late = (log: TestLog) => {
      log.append('updateUser', { users: [{ ...account, role: 'auditor', version: 2 }] })
    }
    expect(await replayed(logOf(made, late, incident))).toBe('PASS')
  })

  test('passes a call that began before the role was taken away and was recorded afterwards', async () => {
    const demoted = changed({ role: 'member' })
    const ended = (log: TestLog, id: string) =>
      log.append('verifyLog', {}, { actor: { id: uuid('person'), kind: 'user', name: 'a' }, id })
    const admin = (log: TestLog) => log.append('createUser', { users: [{ ...account, role: 'admin' }] })
    // The entries of the log are a minute apart: the call is recorded at 03:08:05.678, two minutes after the change.
    const at = (time: string) => {
      const hex = Date.parse(time).toString(16).padStart(12, '0')
      return `${hex.slice(0, 8)}-${hex.slice(8)}${uuid('verifyLog').slice(13)}`
    }
    const began = (time: string) =>
      replayed(
        logOf(
          admin,
          demoted,
          (log) => log.append('x'),
          (log) => ended(log, at(time)),
        ),
      )
    expect(await began('2026-01-02T03:05:00.000Z')).toBe('PASS')
    expect(await began('2026-01-02T03:08:05.000Z')).toBe('caller_not_allowed')
  })

  test('refuses a role change by a call that cannot give roles', async () => {
    const next = (operation: string, change: object) => (log: TestLog) =>
      log.append(operation, { users: [{ ...account, ...change, version: 2 }] })
    expect(await replayed(logOf(made, next('changePassword', {})))).toBe('PASS')
    expect(await replayed(logOf(made, next('updateUser', { role: 'admin' })))).toBe('PASS')
    expect(await replayed(logOf(made, next('changePassword', { role: 'admin' })))).toBe('caller_not_allowed')
    const roles = next('resetPassword', { attestation_roles: ['ciso', 'dpo'] })
    expect(await replayed(logOf(made, roles))).toBe('caller_not_allowed')
  })

  test('refuses calls that reactivate an account or a revoked key, or give a key more permissions', async () => {
    const again = (log: TestLog) =>
      log.append('updateUser', { users: [{ ...account, status: 'active', version: 3 }] })
    expect(await replayed(logOf(made, changed({ status: 'disabled' }), again))).toBe('caller_not_allowed')
    const record = { id: uuid('key'), permissions: ['incidents:read'], revoked_at: null }
    const twice = (before: object, after: object) => (log: TestLog) => {
      log.append('createKey', { 'api-keys': [{ ...record, ...before, version: 1 }] })
      log.append('updateKey', { 'api-keys': [{ ...record, ...after, version: 2 }] })
    }
    const revoked = { revoked_at: '2026-01-02T03:04:05.678Z' }
    expect(await replayed(logOf(twice({}, revoked)))).toBe('PASS')
    expect(await replayed(logOf(twice(revoked, {})))).toBe('caller_not_allowed')
    const more = { permissions: ['incidents:read', 'evaluations:write'] }
    expect(await replayed(logOf(twice(more, {})))).toBe('PASS')
    expect(await replayed(logOf(twice({}, more)))).toBe('caller_not_allowed')
  })
})

describe('the replay of a person’s session', () => {
  const person = { id: uuid('person'), role: 'admin', status: 'active', version: 1 }
  const session = (change: object = {}) => ({
    ...{ id: uuid('session'), user_id: person.id, version: 1, ended_at: null },
    ...{ created_at: '2026-01-02T03:04:00.000Z', expires_at: '2026-01-02T15:04:00.000Z' },
    ...change,
  })
  const logWith = (sessions: ReturnType<typeof session>[], ...steps: ((log: TestLog) => unknown)[]) => {
    const log = new TestLog()
    const organization = { id: log.organizationId, version: 1 }
    log.append('createOrganization', { organizations: [organization], users: [person], sessions })
    for (const step of steps) step(log)
    return log
  }
  const actor = { id: person.id, kind: 'user', name: 'a' }
  const at = (time: string) => ({ at: `2026-01-0${time}.000Z` })
  const read =
    (time: string, operation = 'listUsers') =>
    (log: TestLog) =>
      log.append(operation, {}, { actor, ...at(time) })
  const ends = (log: TestLog) => {
    const ended = session({ version: 2, ended_at: '2026-01-02T05:00:00.000Z' })
    log.append('endSession', { sessions: [ended] }, { actor, ...at('2T05:00:00') })
  }

  test('requires one that was opened, had not expired and was not ended', async () => {
    const other = session({ id: uuid('another'), user_id: uuid('another person') })
    expect(await replayed(logWith([session()], read('2T04:00:00')))).toBe('PASS')
    expect(await replayed(logWith([other], read('2T04:00:00')))).toBe('caller_not_allowed')
    expect(await replayed(logWith([session()], read('2T16:03:00')))).toBe('PASS')
    expect(await replayed(logWith([session()], read('2T16:05:00')))).toBe('caller_not_allowed')
    expect(await replayed(logWith([session()], ends, read('2T05:00:30')))).toBe('PASS')
    expect(await replayed(logWith([session()], ends, read('2T05:02:00')))).toBe('caller_not_allowed')
    expect(await replayed(logWith([other], read('2T04:00:00', 'createSession')))).toBe('PASS')
  })

  test('requires that a named token is that of an open session of the person', async () => {
    const opened = session({ token_sha256: 'a' })
    const with_ = (token_sha256: string) => (log: TestLog) =>
      log.append('certify', {}, { actor, details: { token_sha256 }, ...at('2T04:00:00') })
    expect(await replayed(logWith([opened], with_('a')))).toBe('PASS')
    expect(await replayed(logWith([opened], read('2T04:00:00')))).toBe('PASS')
    expect(await replayed(logWith([opened], with_('b')))).toBe('caller_not_allowed')
    const theirs = session({ id: uuid('another'), user_id: uuid('another person'), token_sha256: 'b' })
    expect(await replayed(logWith([opened, theirs], with_('b')))).toBe('caller_not_allowed')
    const second = session({ id: uuid('second'), token_sha256: 'b' })
    expect(await replayed(logWith([opened, second], with_('b')))).toBe('PASS')
    const over = session({ id: uuid('over'), token_sha256: 'b', expires_at: '2026-01-02T02:00:00.000Z' })
    expect(await replayed(logWith([opened, over], with_('b')))).toBe('caller_not_allowed')
  })

  test('requires that a named password, or code of an invitation, is in the person’s record', async () => {
    const signedIn = (operation: string, details: { [name: string]: string }) => (log: TestLog) =>
      log.append(operation, {}, { actor, details })
    const invitation = { code_sha256: 'code', expires_at: '2026-01-09T00:00:00.000Z' }
    const account =
      (change: object, operation = 'createUser') =>
      (log: TestLog) =>
        log.append(operation, { users: [{ ...person, ...change }] })
    const given = { ...person, credential_sha256: 'hash', invitation: null }
    const holder = account(given)
    const invited = account({ credential_sha256: 'none', invitation })
    const login = (credential_sha256: string) => signedIn('createSession', { credential_sha256 })
    const accept = (code_sha256: string) => signedIn('acceptInvitation', { code_sha256 })
    expect(await replayed(logOf(holder, login('hash')))).toBe('PASS')
    expect(await replayed(logOf(holder, login('other')))).toBe('caller_not_allowed')
    expect(await replayed(logOf(invited, accept('code')))).toBe('PASS')
    expect(await replayed(logOf(invited, accept('other')))).toBe('caller_not_allowed')
    expect(await replayed(logOf(holder, accept('other')))).toBe('caller_not_allowed')
    // Earlier records hold no hash.
    expect(await replayed(logOf(account({}), login('other'), accept('other')))).toBe('PASS')
    const reset = account({ ...given, version: 2, credential_sha256: 'new' }, 'resetPassword')
    // A minute after the change, both may have been read.
    expect(await replayed(logOf(holder, reset, login('hash')))).toBe('PASS')
    expect(await replayed(logOf(holder, reset, (log) => log.append('x'), login('hash')))).toBe(
      'caller_not_allowed',
    )
  })

  test('refuses another password, or code, by a call that gives none', async () => {
    const before = { ...person, credential_sha256: 'hash', invitation: { code_sha256: 'code' } }
    const next = (operation: string, change: object) => (log: TestLog) => {
      log.append('createUser', { users: [before] })
      log.append(operation, { users: [{ ...before, version: 2, ...change }] })
    }
    const [password, code] = [{ credential_sha256: 'other' }, { invitation: { code_sha256: 'other' } }]
    expect(await replayed(logOf(next('updateUser', { role: 'member' })))).toBe('PASS')
    expect(await replayed(logOf(next('updateUser', { invitation: null })))).toBe('PASS')
    for (const operation of ['resetPassword', 'changePassword', 'acceptInvitation'])
      expect(await replayed(logOf(next(operation, password)))).toBe('PASS')
    expect(await replayed(logOf(next('inviteUser', code)))).toBe('PASS')
    expect(await replayed(logOf(next('updateUser', password)))).toBe('caller_not_allowed')
    expect(await replayed(logOf(next('inviteUser', password)))).toBe('caller_not_allowed')
    expect(await replayed(logOf(next('updateUser', code)))).toBe('caller_not_allowed')
  })

  test('passes for half a day one that an earlier version did not record', async () => {
    const later = (time: string) => (log: TestLog) => {
      log.append('createUser', { users: [person] })
      const other = session({ id: uuid('another'), user_id: uuid('another person') })
      log.append('recordFound', { sessions: [other] })
      read(time)(log)
    }
    expect(await replayed(logOf(later('2T15:00:00')))).toBe('PASS')
    expect(await replayed(logOf(later('2T17:00:00')))).toBe('caller_not_allowed')
  })
})

describe('the replay of who had a part in what is certified', () => {
  const user = (id: string, role: string) => ({ ...{ id: uuid(id), role, status: 'active' }, version: 1 })
  const people = (log: TestLog) =>
    log.append('createUser', {
      users: [user('maker', 'admin'), user('author', 'member'), user('c', 'approver')],
    })
  const by = (kind: string, id: string) => ({ actor: { id: uuid(id), kind, name: id } })
  const key = { id: uuid('key'), permissions: ['evaluations:write'], revoked_at: null }
  const made = (log: TestLog) =>
    log.append('createKey', { 'api-keys': [{ ...key, version: 1 }] }, by('user', 'maker'))
  const suite = { id: uuid('suite'), ai_system_id: uuid('s'), name: 'release', version: 1, thresholds: [] }
  const wrote = (log: TestLog) => log.append('createSuite', { suites: [suite] }, by('user', 'author'))
  const measure = { metric_name: 'asr', eval_type: 'bias' }
  const submitted = (log: TestLog) => {
    const result = { id: uuid('result'), eval_suite_id: suite.id, ...measure, metric_value: 0 }
    log.append('submitEvaluations', { evaluations: [result] }, by('api_key', 'key'))
  }
  const certified = (involved: string[] | null) => (log: TestLog) => {
    const results = [{ evaluation_id: uuid('result'), ...measure }]
    const about = { ai_system_id: uuid('s'), suite_id: suite.id, suite_name: 'release', agents: [], results }
    const record = { id: uuid('certification'), ...about, involved: involved?.map(uuid) ?? null }
    log.append('certify', { certifications: [record] }, by('user', 'c'))
  }
  const outcome = (involved: string[] | null) =>
    replayed(logOf(people, made, wrote, submitted, certified(involved)))

  test('requires that the certification names who made the key and who wrote the suite', async () => {
    expect(await outcome(['author', 'maker'])).toBe('PASS')
    expect(await outcome(['author', 'maker', 'who made an account'])).toBe('PASS')
    expect(await outcome(['author'])).toBe('input_differs')
    expect(await outcome(['maker'])).toBe('input_differs')
    // Certifications from before duties were separated name nobody.
    expect(await outcome(null)).toBe('PASS')
  })

  test('requires nobody for a key that the operator made, even if a person changed it later', async () => {
    const byOperator = (log: TestLog) => log.append('createKey', { 'api-keys': [{ ...key, version: 1 }] })
    const renamed = (log: TestLog) =>
      log.append('updateKey', { 'api-keys': [{ ...key, version: 2 }] }, by('user', 'maker'))
    expect(await replayed(logOf(people, byOperator, renamed, wrote, submitted, certified(['author'])))).toBe(
      'PASS',
    )
  })
})

type Written = Parameters<TestLog['append']>[1]
