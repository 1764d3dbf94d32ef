import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkedSigner } from '../../services/evidence/domain/keys.ts'
import { kidOf } from '../../services/kernel/crypto/ecdsa.ts'
import { DIST } from '../../verifier/build.mjs'
import { eventfulLog } from './support/honest.ts'
import { keySetTexts, rotate } from './support/key-set.ts'
import { TestLog, uuid } from './support/log.ts'
import { otherNodes } from './support/other-node.ts'
import { buildPackage } from './support/package.ts'
import { asFile, outcome, temporary } from './support/run.ts'
import { makeKey, type TestKey } from './support/signer.ts'
import { edit, lines, member, tamper } from './support/tamper.ts'

/*
 * Lists in a package whose items cost more than a hash each: signatures, keys, inflations.
 */
const COUNTING = `
  const found = { signatures: 0, keys: 0 }
  const count = (module, name, what) => {
    const original = module[name]
    module[name] = function (...all) {
      found[what]++
      return original.apply(this, all)
    }
  }
  count(require('node:crypto'), 'verify', 'signatures')
  count(require('node:crypto'), 'createPublicKey', 'keys')
  require('node:module').syncBuiltinESMExports()
  process.on('exit', () => require('node:fs').writeFileSync(process.env.COUNTED, JSON.stringify(found)))`

function counted(bytes: Buffer, pin: string[] = []) {
  const [counting, used] = [asFile(Buffer.from(COUNTING), 'counting.cjs'), temporary('counted')]
  const args = ['--require', counting, DIST, '--json', ...pin.flatMap((kid) => ['--pin', kid]), asFile(bytes)]
  const { stdout } = spawnSync(otherNodes()[0]!, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
    env: { ...process.env, COUNTED: used },
  })
  return {
    code: JSON.parse(stdout).failures[0]?.code ?? 'verified',
    ...(JSON.parse(readFileSync(used, 'utf8')) as { signatures: number; keys: number }),
  }
}

const log = eventfulLog()
const at = new Date('2026-02-01T00:00:00.000Z')

/** A key that signs quickly. */
function quickKey(status: TestKey['published']['status'] = 'retired', validFrom = at): TestKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const signer = checkedSigner({ spki, sign: async (message) => sign('sha256', message, privateKey) })
  const published = {
    ...{ spki, status, validFrom, revocationReason: null },
    validUntil: status === 'active' ? null : new Date('2026-06-01T00:00:00.000Z'),
  }
  return { kid: kidOf(spki), spki, signer, published }
}

/** Keys, each with the rotation from the one before it. */
async function chain(length: number) {
  const keys = Array.from({ length: length + 1 }, (_, i) =>
    quickKey(i === length ? 'active' : 'retired', new Date(at.getTime() + i)),
  )
  const rotations = []
  for (let number = 1; number <= length; number++)
    rotations.push(await rotate({ number, from: keys[number - 1]!.signer, to: keys[number]!.signer, at }))
  return { keys, rotations, signer: keys.at(-1)! }
}

/** With the signature of the new key of a rotation replaced by that of another statement. */
async function withWrongSignature(made: Awaited<ReturnType<typeof chain>>, number: number) {
  const { keys, signer } = made
  const other = await rotate({ number: 9, from: keys[number - 1]!.signer, to: keys[number]!.signer, at })
  const rotations = made.rotations.map((one) => {
    if (one.number !== number) return one
    const { new_signature } = JSON.parse(other.text)
    return { number, text: `${JSON.stringify({ ...JSON.parse(one.text), new_signature })}\n` }
  })
  const bytes = await buildPackage(log, signer, { keys, rotations: made.rotations })
  return tamper(
    bytes,
    (files) => {
      for (const { number: n, text } of keySetTexts([], rotations).rotations)
        files.set(`keys/rotations/${String(n).padStart(6, '0')}.json`, Buffer.from(text))
    },
    signer,
  )
}

const many = await chain(300)
/** Those of SHA256SUMS and of the checkpoint. */
const OWN = 2

test('verify.mjs checks only the signatures of rotations that lead to the signer, and makes only their keys', async () => {
  const { keys, rotations, signer } = many
  const bytes = await buildPackage(log, signer, { keys, rotations })
  expect(counted(bytes)).toMatchObject({ code: 'verified', signatures: OWN, keys: 1 })
  expect(counted(bytes, [signer.kid])).toMatchObject({ code: 'verified', signatures: OWN, keys: 1 })
  expect(counted(bytes, [keys.at(-11)!.kid])).toMatchObject({
    ...{ code: 'verified', signatures: OWN + 2 * 10, keys: 11 + 1 },
  })
  expect(counted(bytes, [keys[0]!.kid])).toMatchObject({ code: 'verified', signatures: OWN + 2 * 300 })
  // Nobody's rotations: nothing of them is checked.
  expect(counted(bytes, [makeKey().kid])).toMatchObject({ code: 'signer_not_trusted', signatures: 0 })
})

test('a wrongly signed rotation is refused if it leads to the signer, or if there are few rotations', async () => {
  // Given as a path: browsers take long for hundreds of signatures.
  const bytes = asFile(await withWrongSignature(many, 100), 'many.zip')
  expect(await outcome(bytes, { pin: [many.keys[0]!.kid] })).toBe('rotation')
  expect(await outcome(bytes, { pin: [many.keys[99]!.kid] })).toBe('rotation')
  expect(await outcome(bytes, { pin: [many.keys[100]!.kid] })).toBe('verified')
  const few = await chain(3)
  for (const pin of [[], ...few.keys.map(({ kid }) => [kid])])
    expect(await outcome(await withWrongSignature(few, 2), { pin })).toBe('rotation')
})

test('rotations back and forth between two keys cost no more signature checks than the shortest way', async () => {
  const [a, b] = [quickKey('retired'), quickKey('active', new Date(at.getTime() + 1))]
  const rotations = []
  for (let number = 1; number <= 400; number++) {
    const [from, to] = number % 2 ? [a, b] : [b, a]
    rotations.push(await rotate({ number, from: from.signer, to: to.signer, at }))
  }
  const bytes = await buildPackage(log, b, { keys: [a, b], rotations })
  expect(counted(bytes, [a.kid])).toMatchObject({ code: 'verified', signatures: OWN + 2 })
})

test('a key set with a point that is not on the curve is refused', async () => {
  const key = makeKey()
  const bytes = await tamper(
    await buildPackage(log, key),
    (files) =>
      edit(files, 'keys/keyset.json', (set) => {
        const y = Buffer.from(set.keys[0].y, 'base64url')
        y[31]! ^= 1
        set.keys[0].y = y.toString('base64url')
      }),
    key,
  )
  expect(await outcome(bytes)).toBe('key_set')
})

test('a sequence with more parts than its lines need is refused', async () => {
  const key = makeKey()
  const split = async (parts: number) => {
    const own = new TestLog()
    own.append('x', { assets: Array.from({ length: parts }, (_, i) => ({ id: uuid(`${i}`) })) })
    return tamper(
      await buildPackage(own, key),
      (files) => {
        const all = lines(files, 'assets').map((line, i) => {
          const file = `data/assets-${String(i + 1).padStart(6, '0')}.jsonl.gz`
          files.set(file, member(`${line}\n`))
          return { bytes: line.length + 1, file, lines: 1, type: 'assets' }
        })
        edit(files, 'manifest.json', (manifest) => {
          const others = manifest.parts.filter(({ type }: { type: string }) => type !== 'assets')
          manifest.parts = [...all, ...others]
        })
      },
      key,
    )
  }
  expect(await outcome(await split(4))).toBe('verified')
  expect(await outcome(await split(5))).toBe('manifest_files')
})
