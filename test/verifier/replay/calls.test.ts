import { describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../../gateway/operations/index.ts'
import { OPERATION as EXPORT } from '../../../gateway/otlp/surface.ts'
import { OPERATIONS as TILES } from '../../../gateway/tlog/surface.ts'
import { leafHash } from '../../../services/kernel/crypto/merkle.ts'
import { PERMISSIONS } from '../../../verifier/src/replay/callers/callers.mjs'
import { incident } from '../support/honest.ts'
import { type EntryOptions, type TestLog, uuid } from '../support/log.ts'
import { buildPackage } from '../support/package.ts'
import { key, logOf, replayed } from '../support/replayed.ts'
import { asFile, verify } from '../support/run.ts'
import { makeKey } from '../support/signer.ts'
import { editLines, type Files, tamper } from '../support/tamper.ts'

test('PERMISSIONS of the verifier equals the permissions of the operations', () => {
  const asked = [...OPERATIONS, EXPORT, ...Object.values(TILES)].filter(
    ({ permission }) => permission !== undefined,
  )
  const where = 'PERMISSIONS of verifier/src/replay/callers/callers.mjs; then run `node verifier/build.mjs`'
  expect(PERMISSIONS, where).toEqual(Object.fromEntries(asked.map(({ id, permission }) => [id, permission])))
})

describe('the replay of callers', () => {
  const permissions = ['incidents:write']
  const record = { id: uuid('key'), permissions, revoked_at: null, version: 1 }
  const made = (log: TestLog) => log.append('createKey', { 'api-keys': [record] })
  const create = (log: TestLog, how: EntryOptions = {}) =>
    log.append(
      'createIncident',
      { incidents: [incident('a', 1, 'open')] },
      { actor: { id: uuid('key'), kind: 'api_key', name: 'ci' }, ...how },
    )
  const changed = (change: object) => (log: TestLog) =>
    log.append('updateKey', { 'api-keys': [{ ...record, ...change, version: 2 }] })

  test('passes a key with the permission, and refuses a key without it', async () => {
    expect(await replayed(logOf(made, create))).toBe('PASS')
    expect(await replayed(logOf(made, changed({ permissions: [] }), (l) => l.append('x'), create))).toBe(
      'caller_not_allowed',
    )
  })

  test('refuses a key without a record, and a revoked key', async () => {
    expect(await replayed(logOf(create))).toBe('caller_unknown')
    const revoked = changed({ revoked_at: '2026-01-02T03:06:00.000Z' })
    expect(await replayed(logOf(made, revoked, (l) => l.append('x'), create))).toBe('caller_not_allowed')
  })

  test('refuses a key that had expired more than a minute before', async () => {
    // The entries of the log are a minute apart: the call is the third and a half, and begins at 03:07:05.678.
    const ends = (expires_at: string) => replayed(logOf(made, changed({ expires_at }), create))
    expect(await ends('2026-01-02T03:07:06.000Z')).toBe('PASS')
    expect(await ends('2026-01-02T03:06:05.679Z')).toBe('PASS')
    expect(await ends('2026-01-02T03:06:05.678Z')).toBe('PASS')
    const later = (expires_at: string) =>
      replayed(logOf(made, changed({ expires_at }), (l) => l.append('x'), create))
    expect(await later('2026-01-02T03:07:05.679Z')).toBe('PASS')
    expect(await later('2026-01-02T03:07:05.678Z')).toBe('caller_not_allowed')
    expect(await later('2026-01-02T03:05:00.000Z')).toBe('caller_not_allowed')
  })

  test('needs no key for a refused call, and rejects a refused call that wrote', async () => {
    const refused = { outcome: 'refused' }
    const actor = { actor: { id: uuid('key'), kind: 'api_key', name: 'ci' } }
    expect(await replayed(logOf((log) => log.append('createIncident', {}, { ...refused, ...actor })))).toBe(
      'PASS',
    )
    expect(await replayed(logOf(made, (log) => create(log, refused)))).toBe('refused_wrote')
  })

  test('passes a person who calls in the very call that creates the account', async () => {
    const actor = { actor: { id: uuid('person'), kind: 'user', name: 'a' } }
    const accept = (id: string) => (log: TestLog) =>
      log.append('acceptInvitation', { users: [{ id: uuid(id), version: 1 }] }, actor)
    expect(await replayed(logOf(accept('person')))).toBe('PASS')
    expect(await replayed(logOf(accept('another')))).toBe('caller_unknown')
  })
})

describe('the replay of ids, versions and times', () => {
  const moved = (version: number) => (log: TestLog) =>
    log.append('moveIncident', { incidents: [incident('a', version, 'open')] })

  test('refuses versions that do not count from 1 without gaps, also of records that are not plain', async () => {
    expect(await replayed(logOf(moved(1), moved(2)))).toBe('PASS')
    expect(await replayed(logOf(moved(1), moved(3)))).toBe('version_gap')
    expect(await replayed(logOf(moved(1), moved(1)))).toBe('version_gap')
    expect(await replayed(logOf(moved(2)))).toBe('version_gap')
    const odd = (version: number) => (log: TestLog) =>
      log.append('x', { incidents: [{ ...incident('é', version, 'é') }] })
    expect(await replayed(logOf(odd(1), odd(3)))).toBe('version_gap')
  })

  test('refuses an id that occurs twice', async () => {
    const event = (log: TestLog) => log.append('submitRunEvents', { 'agent-events': [{ id: uuid('event') }] })
    expect(await replayed(logOf(event))).toBe('PASS')
    expect(await replayed(logOf(event, event))).toBe('id_twice')
    const twice = { id: uuid('entry') }
    expect(
      await replayed(
        logOf(
          (l) => l.append('a', {}, twice),
          (l) => l.append('b', {}, twice),
        ),
      ),
    ).toBe('id_twice')
  })

  test('refuses times more than an hour before an earlier entry or after the signature', async () => {
    const at = (time: string) => (log: TestLog) => log.append('x', {}, { at: time })
    expect(await replayed(logOf(at('2026-01-02T03:00:00.000Z')))).toBe('PASS')
    expect(await replayed(logOf(at('2020-01-01T00:00:00.000Z')))).toBe('time_order')
    expect(await replayed(logOf(at('2036-01-01T00:00:00.000Z')))).toBe('time_order')
  })

  test('compares times and refused calls also in a package that does not begin at leaf 0', async () => {
    const log = logOf(
      (l) => l.append('x'),
      (l) => l.append('y', {}, { at: '2020-01-01T00:00:00.000Z' }),
    )
    expect(await replayed(log, { first: 1 })).toBe('time_order')
    expect(await replayed(logOf(moved(1), moved(2)), { first: 2 })).toBe('NOT CHECKED')
  })
})

test('a later package is replayed from leaf 0 with each --previous, and refused after a gap', async () => {
  const log = logOf(
    (l) => l.append('createIncident', { incidents: [incident('a', 1, 'open')] }),
    (l) => l.append('x'),
  )
  const previous = asFile(await buildPackage(log, key), 'first.zip')
  log.append('moveIncident', { incidents: [incident('a', 2, 'closed')] })
  const next = await buildPackage(log, key, { first: 3, earlier: [3] })
  const alone = await verify(next, { pin: [key.kid] })
  expect(alone.steps[8]).toMatchObject({ status: 'NOT CHECKED' })
  expect(alone.not_proven.join()).toContain('--previous')
  expect((await verify(next, { pin: [key.kid], previous })).steps[8]).toMatchObject({ status: 'PASS' })
  log.append('moveIncident', { incidents: [incident('a', 3, 'open')] })
  const last = await buildPackage(log, key, { first: 4, earlier: [3, 4] })
  const replayOf = async (...older: string[]) => {
    const { failures, steps } = await verify(last, { pin: [key.kid], previous: older })
    return failures[0]?.code ?? steps[8]!.status
  }
  const second = asFile(next, 'second.zip')
  expect(await replayOf(previous, second)).toBe('PASS')
  expect(await replayOf(previous)).toBe('NOT CHECKED')
  expect(await replayOf(second)).toBe('NOT CHECKED')
  expect(await replayOf(second, previous)).toBe('PASS')
  const rewritten = logOf(
    (l) => l.append('y'),
    (l) => l.append('x'),
  )
  const other = asFile(await buildPackage(rewritten, key), 'other.zip')
  expect(await replayOf(other, second)).toBe('history_rewritten')
  log.append('moveIncident', { incidents: [incident('a', 5, 'open')] })
  const gap = await buildPackage(log, key, { first: 3, earlier: [3] })
  expect((await verify(gap, { pin: [key.kid], previous })).failures).toMatchObject([{ code: 'version_gap' }])
})

test('a --previous that is not replayed is named with the reason, and a broken one in a remark', async () => {
  const log = logOf(
    (l) => l.append('createIncident', { incidents: [incident('a', 1, 'open')] }),
    (l) => l.append('x'),
  )
  const first = await buildPackage(log, key)
  log.append('x')
  log.append('x')
  const last = await buildPackage(log, key, { first: 4, earlier: [3] })
  const against = (older: Buffer) =>
    verify(last, { pin: [key.kid], previous: asFile(older, 'older.zip'), requireReplay: true })
  const gap = await against(first)
  expect(gap.steps[8]).toEqual({
    step: 'replay',
    status: 'NOT CHECKED',
    detail: '--previous leaves out the entries from leaf 3 to 3',
  })
  expect(gap.failures[0]).toMatchObject({
    code: 'replay_not_checked',
    message: expect.stringContaining('leaf 3'),
  })
  const late = await against(await buildPackage(log, key, { treeSize: 3, first: 1 }))
  expect(late.steps[8]!.detail).toBe('the first --previous does not begin at leaf 0')
  const changed = (files: Files) => editLines(files, 'incidents', ([line]) => [line!.replace('open', 'shut')])
  const broken = await against(await tamper(first, changed, key))
  expect(broken.remarks.join()).toContain('older.zip of --previous: record_mismatch')
  expect(broken.steps[8]!.detail).toContain('record_mismatch')
})

test('the replay goes through the packages before in any order, and past one of an incident', async () => {
  const id = uuid('incident')
  const log = logOf((one) =>
    one.append('createIncident', { incidents: [{ id, status: 'open', version: 1 }] }),
  )
  const ofIncident = await buildPackage(log, key, { incident: { id, indices: [1] } })
  const support = asFile(ofIncident, 'support.zip')
  const first = asFile(await buildPackage(log, key), 'first.zip')
  log.append('x')
  const second = asFile(await buildPackage(log, key, { first: 2, earlier: [2] }), 'second.zip')
  log.append('x')
  const last = await buildPackage(log, key, { first: 3, earlier: [2, 3] })
  for (const previous of [
    [first, second],
    [second, support, first],
    [support, second, first],
  ])
    expect(await verify(last, { pin: [key.kid], previous, requireReplay: true })).toMatchObject({
      exit_code: 0,
      remarks: [],
    })
  const changed = (files: Files) => editLines(files, 'incidents', ([line]) => [line!.replace('open', 'shut')])
  const broken = asFile(await tamper(ofIncident, changed, key), 'broken.zip')
  expect(
    await verify(last, { pin: [key.kid], previous: [first, second, broken], requireReplay: true }),
  ).toMatchObject({ exit_code: 0, remarks: [expect.stringContaining('broken.zip of --previous')] })
})

test('a package that was signed outside its key’s period is refused', async () => {
  const log = logOf()
  const retired = makeKey('retired')
  const late = await buildPackage(log, retired, { signedAt: new Date('2026-06-02T00:00:00.000Z') })
  expect((await verify(late, { pin: [retired.kid] })).failures).toMatchObject([{ code: 'key_window' }])
  const early = await buildPackage(log, key, { signedAt: new Date('2025-12-31T00:00:00.000Z') })
  expect((await verify(early, { pin: [key.kid] })).failures).toMatchObject([{ code: 'key_window' }])
})

test('the replay refuses a version that names another made_from than the text before it', async () => {
  const texts = (log: TestLog) => log.records.get('assets')!.map(({ text }) => leafHash(text).toString('hex'))
  const made = (log: TestLog) => log.append('createAsset', { assets: [{ id: uuid('asset'), version: 1 }] })
  const retired =
    (madeFrom: (log: TestLog) => string, version = 2) =>
    (log: TestLog) =>
      log.append(
        'retireAsset',
        { assets: [{ id: uuid('asset'), version }] },
        { details: { made_from: madeFrom(log) } },
      )
  const newest = (log: TestLog) => texts(log).at(-1)!
  expect(await replayed(logOf(made, retired(newest), retired(newest, 3)))).toBe('PASS')
  const other = leafHash('as it was edited for a moment').toString('hex')
  expect(
    await replayed(
      logOf(
        made,
        retired(() => other),
      ),
    ),
  ).toBe('version_differs')
  const first = (log: TestLog) => texts(log)[0]!
  expect(await replayed(logOf(made, retired(newest), retired(first, 3)))).toBe('version_differs')
  expect(
    await replayed(
      logOf(
        made,
        retired(() => ''),
      ),
    ),
  ).toBe('version_differs')
})
