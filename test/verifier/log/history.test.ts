import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checkedSigner } from '../../../services/evidence/domain/keys.ts'
import { kidOf } from '../../../services/kernel/crypto/ecdsa.ts'
import { leafHash } from '../../../services/kernel/crypto/merkle.ts'
import { eventfulLog } from '../support/honest.ts'
import { keySetText, rotate } from '../support/key-set.ts'
import { uuid } from '../support/log.ts'
import { buildPackage } from '../support/package.ts'
import { asFile, outcome, verify } from '../support/run.ts'
import { makeKey, type TestKey } from '../support/signer.ts'

const log = eventfulLog()
const key = makeKey()
const all = log.entries.length

describe('--previous', () => {
  test('proves "history extended" from every size, by consistency proof or from the entries', async () => {
    for (let size = 1; size <= all; size++) {
      const previous = asFile(await buildPackage(log, key, { treeSize: size }), 'older.zip')
      for (const options of [{ earlier: [size], first: all - 1 }, {}]) {
        const report = await verify(await buildPackage(log, key, options), { previous })
        expect(report.failures).toEqual([])
        expect(report.steps[4]!.detail).toContain(`history extended from ${size} to ${all} entries`)
      }
    }
  })

  test('names the first leaf that differs when an entry was rewritten', async () => {
    for (let changed = 0; changed < 5; changed++) {
      const previous = asFile(await buildPackage(log, key, { treeSize: 5 }), 'older.zip')
      const other = eventfulLog()
      const text = other.entries[changed]!.text.replace('"via":"rest"', '"via":"grpc"')
      other.entries[changed] = { ...other.entries[changed]!, text }
      expect(leafHash(text).equals(log.leaves[changed]!)).toBe(false)
      const report = await verify(await buildPackage(other, key, { earlier: [5] }), { previous })
      expect(report.failures).toMatchObject([{ code: 'history_rewritten', index: changed }])
      expect(report.exit_code).toBe(1)
    }
  })

  test('refuses a log that has shrunk', async () => {
    const previous = asFile(await buildPackage(log, key), 'older.zip')
    expect(await outcome(await buildPackage(log, key, { treeSize: 4 }), { previous })).toBe(
      'history_rewritten',
    )
  })

  test('refuses a history that was rewritten outside the entries that both packages have', async () => {
    const previous = asFile(await buildPackage(log, key, { treeSize: 5, first: 4 }), 'older.zip')
    const other = eventfulLog()
    other.entries[1] = {
      ...other.entries[1]!,
      text: other.entries[1]!.text.replace('"via":"rest"', '"via":"grpc"'),
    }
    expect(await outcome(await buildPackage(other, key, { first: 4, earlier: [5] }), { previous })).toBe(
      'history_rewritten',
    )
  })

  test('asks whether the two packages are in the wrong order, if the older one lacks the newer key', async () => {
    const next = makeKey()
    const at = new Date('2026-02-01T00:00:00.000Z')
    const rotations = [await rotate({ number: 1, from: key.signer, to: next.signer, at })]
    const newer = asFile(await buildPackage(log, next, { keys: [key, next], rotations }), 'newer.zip')
    const older = await buildPackage(log, key, { treeSize: 4 })
    const [failure] = (await verify(older, { previous: newer })).failures
    expect(failure).toMatchObject({ code: 'previous_unrelated' })
    expect(failure!.message).toContain('is --previous the newer of the two?')
  })

  test('works with incident support packages', async () => {
    const incident = { id: uuid('a'), indices: [2] }
    const previous = asFile(await buildPackage(log, key, { incident, treeSize: 4 }), 'older.zip')
    const now = await buildPackage(log, key, { incident: { id: uuid('a'), indices: [2, 5] }, earlier: [4] })
    expect(await outcome(now, { previous, pin: [key.kid] })).toBe('verified')
  })
})

describe('rotation', () => {
  test('a pin on an earlier key reaches the signing key along the rotation statements, never backwards', async () => {
    const keys = [makeKey('retired'), makeKey('retired'), makeKey()] as const
    const at = new Date('2026-02-01T00:00:00.000Z')
    const rotations = [
      await rotate({ number: 1, from: keys[0].signer, to: keys[1].signer, at }),
      await rotate({ number: 2, from: keys[1].signer, to: keys[2].signer, at }),
    ]
    const now = await buildPackage(log, keys[2], { keys: [...keys], rotations })
    for (const { kid } of keys) expect(await outcome(now, { pin: [kid] })).toBe('verified')
    const older = await buildPackage(log, keys[0], { keys: [...keys], rotations })
    expect(await outcome(older, { pin: [keys[0].kid] })).toBe('verified')
    expect(await outcome(older, { pin: [keys[1].kid] })).toBe('signer_not_trusted')
    expect(await outcome(older, { pin: [keys[2].kid] })).toBe('signer_not_trusted')
    const [failure] = (await verify(older, { pin: [keys[2].kid] })).failures
    expect(failure!.message).toContain('give the key of its time too')
  })

  describe('--previous, signed before rotations, with a pin on the newest key', () => {
    const times = ['2026-01-01', '2026-02-01', '2026-03-01'].map((day) => new Date(`${day}T00:00:00.000Z`))
    /** Three keys, each until the next one, and the package of the newest. */
    async function chain(change: Partial<TestKey['published']> = {}, changeOfSecond = {}) {
      const [first, second, third] = [makeKey('retired'), makeKey('retired'), makeKey()] as const
      const published = { ...first.published, validFrom: new Date(0), ...change }
      const keys = [
        { ...first, published },
        { ...second, published: { ...second.published, ...changeOfSecond } },
        third,
      ]
      const rotations = [
        await rotate({ number: 1, from: first.signer, to: second.signer, at: times[1]! }),
        await rotate({ number: 2, from: second.signer, to: third.signer, at: times[2]! }),
      ]
      return {
        first,
        second,
        third,
        rotations,
        now: await buildPackage(log, third, { keys, rotations, earlier: [4] }),
      }
    }

    test('is trusted along the rotations of the newer package', async () => {
      const { first, third, now } = await chain()
      const previous = asFile(await buildPackage(log, first, { treeSize: 4 }), 'older.zip')
      const report = await verify(now, { previous, pin: [third.kid] })
      expect(report.failures).toEqual([])
      expect(report).toMatchObject({ result: 'verified', verdict: 'VERIFIED' })
      expect(report.steps[4]!.detail).toContain(`history extended from 4 to ${all} entries`)
    })

    test.each([
      ['a key that is revoked', 'signer_not_trusted', { status: 'revoked', revocationReason: 'stolen' }],
      ['a key whose period had ended', 'key_window', { validUntil: new Date(1) }],
    ] as const)('is not trusted under %s, and the verdict names it', async (_, why, change) => {
      const { first, third, now } = await chain(change)
      const previous = asFile(await buildPackage(log, first, { treeSize: 4 }), 'older.zip')
      const report = await verify(now, { previous, pin: [third.kid] })
      expect(report).toMatchObject({ exit_code: 1, failures: [{ code: 'previous_rejected' }] })
      expect(report.failures[0]!.message).toContain(why)
      expect(report.verdict).toBe(
        'REJECTED: the package of --previous is not shown to be authentic and intact',
      )
      if (why === 'signer_not_trusted')
        expect(await outcome(now, { previous, pin: [first.kid, third.kid] })).toBe('verified')
    })

    test('is not trusted under a revoked key or another one to which its own rotations lead from a former key', async () => {
      const { first, second, third, rotations, now } = await chain(
        {},
        { status: 'revoked', revocationReason: 'stolen' },
      )
      const byRevoked = { keys: [first, second], rotations: [rotations[0]!], treeSize: 4 }
      const previous = asFile(await buildPackage(log, second, byRevoked), 'older.zip')
      expect(await outcome(now, { previous, pin: [third.kid] })).toBe('previous_rejected')
      expect(await outcome(now, { previous, pin: [first.kid, third.kid] })).toBe('verified')
      const other = makeKey()
      const away = await rotate({ number: 1, from: first.signer, to: other.signer, at: times[1]! })
      const byOther = { keys: [first, other], rotations: [away], treeSize: 4 }
      const forged = asFile(await buildPackage(log, other, byOther), 'forged.zip')
      expect(await outcome(now, { previous: forged, pin: [third.kid] })).toBe('previous_rejected')
    })

    test('is trusted under a key before a revoked one', async () => {
      const { first, third, now } = await chain({}, { status: 'revoked', revocationReason: 'stolen' })
      const previous = asFile(await buildPackage(log, first, { treeSize: 4 }), 'older.zip')
      expect(await outcome(now, { previous, pin: [third.kid] })).toBe('verified')
    })

    test('is not trusted under a key that no rotation names', async () => {
      const { third, now } = await chain()
      const previous = asFile(await buildPackage(log, makeKey(), { treeSize: 4 }), 'older.zip')
      expect(await outcome(now, { previous, pin: [third.kid] })).toBe('previous_rejected')
    })
  })

  test('a pin on a key that the package says is revoked leaves the key’s trust among what is not proven', async () => {
    const [stolen, next] = [makeKey('revoked'), makeKey()] as const
    const at = new Date('2026-02-01T00:00:00.000Z')
    const rotations = [await rotate({ number: 1, from: stolen.signer, to: next.signer, at })]
    const now = await buildPackage(log, next, { keys: [stolen, next], rotations })
    const said = expect.stringContaining(`that the key ${stolen.kid} that was given can still be trusted`)
    expect((await verify(now, { pin: [stolen.kid] })).not_proven).toContainEqual(said)
    expect((await verify(now, { pin: [next.kid] })).not_proven).not.toContainEqual(said)
    const keys = asFile(Buffer.from(keySetText([stolen.published, next.published])), 'keys.json')
    expect((await verify(now, { pin: [stolen.kid], keys })).not_proven).not.toContainEqual(said)
  })

  test('a package has the newest 4,096 of more rotations and verifies, as does one with all of them', async () => {
    const at = new Date('2026-02-01T00:00:00.000Z')
    const keys = Array.from({ length: 4101 }, (_, i) =>
      quickKey(i === 4100 ? 'active' : 'retired', new Date(at.getTime() + i)),
    )
    const rotations: Awaited<ReturnType<typeof rotate>>[] = []
    for (let number = 1; number < keys.length; number++)
      rotations.push(await rotate({ number, from: keys[number - 1]!.signer, to: keys[number]!.signer, at }))
    const [signer, first, old] = [keys.at(-1)!, keys.at(-4097)!, keys[0]!]
    const newest = { keys: keys.slice(-4097), rotations: rotations.slice(-4096) }
    const now = await buildPackage(log, signer, { ...newest, earlier: [4] })
    // Given as paths: a browser checks some hundred rotations in a second.
    const path = asFile(now, 'now.zip')
    expect(await outcome(path, { pin: [first.kid] })).toBe('verified')
    expect(await outcome(path, { pin: [old.kid] })).toBe('signer_not_trusted')
    const previous = asFile(await buildPackage(log, old, { treeSize: 4 }), 'old.zip')
    expect(await outcome(path, { previous, pin: [old.kid, signer.kid] })).toBe('verified')
    const all = asFile(await buildPackage(log, signer, { keys, rotations }), 'all.zip')
    expect(await outcome(all, { pin: [old.kid] })).toBe('verified')
  })

  test('rotation statements that are not numbered without gaps are refused', async () => {
    const next = makeKey()
    const rotation = await rotate({ number: 2, from: key.signer, to: next.signer, at: new Date(0) })
    expect(await outcome(await buildPackage(log, next, { keys: [key, next], rotations: [rotation] }))).toBe(
      'rotation',
    )
  })
})

describe('key status', () => {
  const set = (...keys: TestKey[]) =>
    asFile(Buffer.from(keySetText(keys.map((k) => k.published))), 'keys.json')

  test('active and retired keys of a key set pass, and are trusted without a pin', async () => {
    for (const status of ['active', 'retired'] as const) {
      const signer = makeKey(status)
      const report = await verify(await buildPackage(log, signer), { keys: set(signer) })
      expect(report).toMatchObject({ result: 'verified', trust: 'key_set' })
      expect(report.steps[7]).toMatchObject({ status: 'PASS' })
    }
  })

  test('a revoked key is rejected with exit code 4', async () => {
    const revoked = makeKey('revoked')
    const report = await verify(await buildPackage(log, revoked), { keys: set(revoked), pin: [revoked.kid] })
    expect(report).toMatchObject({ result: 'revoked', exit_code: 4, failures: [{ code: 'key_revoked' }] })
  })

  test('a package that says that its own signer is revoked is rejected without a published key set', async () => {
    const revoked = makeKey('revoked')
    const report = await verify(await buildPackage(log, revoked), { pin: [revoked.kid] })
    expect(report).toMatchObject({ result: 'revoked', exit_code: 4, failures: [{ code: 'key_revoked' }] })
    expect(report.steps[7]).toMatchObject({ status: 'FAIL' })
  })

  test.each([
    ['active, with an end', { status: 'active', validUntil: new Date(0) }],
    ['retired, without an end', { status: 'retired', validUntil: null }],
    ['retired, with a reason of revocation', { status: 'retired', revocationReason: 'lost' }],
    ['revoked, without a reason', { status: 'revoked', revocationReason: null }],
  ] as const)('a packaged key that is %s is refused as key_set', async (_, change) => {
    const made = makeKey(change.status)
    const bytes = await buildPackage(log, { ...made, published: { ...made.published, ...change } })
    expect(await outcome(bytes)).toBe('key_set')
  })

  test('a package under a revoked key stands if a later checkpoint under another key covers it', async () => {
    const [old, next] = [makeKey('revoked'), makeKey()]
    const older = asFile(await buildPackage(log, old, { treeSize: 4 }), 'older.zip')
    const newer = await buildPackage(log, next, { keys: [old, next], earlier: [4] })
    const report = await verify(newer, { previous: older, keys: set(old, next) })
    expect(report).toMatchObject({ result: 'verified', trust: 'key_set' })
  })

  test('a package under a revoked key that differs is itself what is rejected, unless the key is pinned', async () => {
    const [old, next] = [makeKey('revoked'), makeKey()]
    const other = eventfulLog()
    const text = other.entries[1]!.text.replace('"via":"rest"', '"via":"grpc"')
    other.entries[1] = { ...other.entries[1]!, text }
    const previous = asFile(await buildPackage(other, old, { treeSize: 4 }), 'older.zip')
    const newer = await buildPackage(log, next, { keys: [old, next], earlier: [4] })
    const report = await verify(newer, { previous, keys: set(old, next) })
    expect(report).toMatchObject({ exit_code: 1, failures: [{ code: 'previous_rejected', index: 1 }] })
    expect(report.failures[0]!.message).toContain('history_rewritten')
    expect(report.verdict).toContain('the package of --previous')
    const pin = [old.kid, next.kid]
    expect(await outcome(newer, { previous, keys: set(old, next), pin })).toBe('history_rewritten')
  })

  test('a key that is not in the key set is rejected, and without a pin is not trusted', async () => {
    expect(await outcome(await buildPackage(log, key), { pin: [key.kid], keys: set(makeKey()) })).toBe(
      'key_unpublished',
    )
    expect(await outcome(await buildPackage(log, key), { keys: set(makeKey()) })).toBe('signer_not_trusted')
  })
})

/** A key that signs as quickly as this machine can: there are thousands of them. */
function quickKey(status: 'active' | 'retired', validFrom: Date): TestKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const validUntil = status === 'active' ? null : new Date(validFrom.getTime() + 1)
  return {
    ...{ kid: kidOf(spki), spki },
    signer: checkedSigner({ spki, sign: async (message) => sign('sha256', message, privateKey) }),
    published: { spki, status, validFrom, validUntil, revocationReason: null },
  }
}
