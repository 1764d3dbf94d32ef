import { describe, expect, test } from 'vitest'
import { decodeSignature, encodeSignature } from '../../services/kernel/crypto/ecdsa.ts'
import { eventfulLog } from './support/honest.ts'
import { buildPackage } from './support/package.ts'
import { outcome } from './support/run.ts'
import { makeKey } from './support/signer.ts'
import { edit, editLines, type Files, pack, tamper } from './support/tamper.ts'
import { unpack } from './support/zip.ts'

const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')

const key = makeKey()
const thief = makeKey()
const good = await buildPackage(eventfulLog(), key)
const incidents = (change: (lines: string[]) => string[]) => (files: Files) =>
  editLines(files, 'incidents', change)
const entries = (change: (lines: string[]) => string[]) => (files: Files) => editLines(files, 'audit', change)
const dropType = (files: Files) => {
  files.delete('data/incidents-000001.jsonl.gz')
  edit(files, 'manifest.json', (m) => {
    delete m.counts.incidents
    m.parts = m.parts.filter((part: { type: string }) => part.type !== 'incidents')
  })
}
/** A change of the data by somebody without the key, with all checksums and counts made right. */
const MUTATIONS: Record<string, (files: Files) => void> = {
  'a record omitted': incidents((all) => all.slice(1)),
  'a record added': incidents((all) => [...all, all[0]!.replace('Incident a', 'Incident x')]),
  'a record duplicated': incidents((all) => [all[0]!, ...all]),
  'records reordered': incidents((all) => all.toReversed()),
  'a record changed': incidents((all) => all.map((line) => line.replace('open', 'shut'))),
  'a type dropped': dropType,
  'an entry omitted': entries((all) => all.slice(0, -1)),
  'an entry added': entries((all) => [...all, all[0]!]),
  'entries reordered': entries((all) => all.toReversed()),
  'an entry changed': entries((all) => all.map((line) => line.replace('listIncidents', 'listSuppliers'))),
  'a receipt removed': entries((all) =>
    all.map((line) => line.replace(/"receipts":\[.*?\]/, '"receipts":[]')),
  ),
  'the verifier replaced': (files) => files.set('verify.mjs', Buffer.from('console.log("VERIFIED")\n')),
  'the instructions replaced': (files) => files.set('VERIFICATION.md', Buffer.from('It is fine.\n')),
  'the period changed': (files) =>
    edit(files, 'manifest.json', (m) => (m.period.to = '2027-01-01T00:00:00.000Z')),
}

describe.each(Object.entries(MUTATIONS))('%s', (name, change) => {
  test('is rejected with recomputed checksums and the old signature', async () => {
    expect(await outcome(await tamper(good, change), { pin: [key.kid] })).toBe('signature_wrong')
    expect(await outcome(await tamper(good, change))).toBe('signature_wrong')
  })

  test('is rejected under the pin when signed by another key that the package includes', async () => {
    const swapped = await tamper(good, (files) => [swapKey, change].map((each) => each(files)), thief)
    expect(await outcome(swapped, { pin: [key.kid] })).toBe('signer_not_trusted')
  })

  test('is found by the log when signed by the package’s own key', async () => {
    const outside = ['the verifier replaced', 'the instructions replaced', 'the period changed']
    // Without its last entry the period does not end where the tree does: the manifest calls for the leaf behind it.
    const expected = outside.includes(name)
      ? 'verified'
      : expect.stringMatching(
          name === 'an entry omitted' ? /^manifest_files$/ : /^(record|root|proof|entry)_/,
        )
    expect(await outcome(await tamper(good, change, key), { pin: [key.kid] })).toEqual(expected)
  })
})

test('a whole package made under another key in the organization’s name is rejected under the pin', async () => {
  expect(await outcome(await buildPackage(eventfulLog(), thief), { pin: [key.kid] })).toBe(
    'signer_not_trusted',
  )
  expect(await outcome(await buildPackage(eventfulLog(), thief))).toBe('verified')
})

test('a package with a record, its receipt and entry removed, signed by another key, is rejected under the pin', async () => {
  const log = eventfulLog()
  log.entries.splice(2, 1)
  log.records.set(
    'incidents',
    log.records.get('incidents')!.filter((record) => record.index !== 2),
  )
  expect(await outcome(await buildPackage(log, thief), { pin: [key.kid] })).toBe('signer_not_trusted')
})

test('a package that has both keys and is signed by the wrong one is rejected under the pin', async () => {
  const both = await buildPackage(eventfulLog(), thief, { keys: [key, thief] })
  expect(await outcome(both, { pin: [key.kid] })).toBe('signer_not_trusted')
  expect(await outcome(both, { pin: [thief.kid] })).toBe('verified')
})

test('the high-S form of a valid signature is rejected', async () => {
  const files = unpack(good)
  const { r, s } = decodeSignature(files.get('SHA256SUMS.sig')!)!
  files.set('SHA256SUMS.sig', encodeSignature({ r, s: ORDER - s }))
  expect(await outcome(pack(files), { pin: [key.kid] })).toBe('signature_high_s')
})

test.each([
  ['a long length', (sig: Buffer) => Buffer.concat([Buffer.of(0x30, 0x81, sig.length - 2), sig.subarray(2)])],
  [
    'an indefinite length',
    (sig: Buffer) => Buffer.concat([Buffer.of(0x30, 0x80), sig.subarray(2), Buffer.of(0, 0)]),
  ],
  ['a needless zero', (sig: Buffer) => paddedR(sig)],
  [
    'a third integer',
    (sig: Buffer) => Buffer.concat([Buffer.of(0x30, sig.length + 1), sig.subarray(2), Buffer.of(2, 1, 1)]),
  ],
  ['r = 0', () => Buffer.from('3006020100020101', 'hex')],
  [
    'r = n',
    () =>
      Buffer.concat([
        Buffer.from('3026022100', 'hex'),
        Buffer.from(ORDER.toString(16), 'hex'),
        Buffer.of(2, 1, 1),
      ]),
  ],
  ['raw r and s', (sig: Buffer) => raw(sig)],
  ['nothing', () => Buffer.alloc(0)],
])('a signature with %s is rejected because it is not strict DER', async (_, change) => {
  const files = unpack(good)
  files.set('SHA256SUMS.sig', change(files.get('SHA256SUMS.sig')!))
  expect(await outcome(pack(files), { pin: [key.kid] })).toBe('signature_form')
})

function paddedR(signature: Buffer): Buffer {
  const rest = signature.subarray(4)
  return Buffer.concat([Buffer.of(0x30, signature.length - 1, 2, signature[3]! + 1, 0), rest])
}

function raw(signature: Buffer): Buffer {
  const { r, s } = decodeSignature(signature)!
  return Buffer.from([r, s].map((n) => n.toString(16).padStart(64, '0')).join(''), 'hex')
}

/** Puts the thief's key in the place of the signing key, everywhere. */
function swapKey(files: Files): void {
  const [kid] = [...files.keys()].flatMap((name) => /^keys\/([0-9a-f]{64})\.pem$/.exec(name)?.[1] ?? [])
  const theirs = unpackedThief
  files.delete(`keys/${kid}.pem`)
  for (const name of [`keys/${thief.kid}.pem`, 'keys/keyset.json', 'log/checkpoint'])
    files.set(name, theirs.get(name)!)
  edit(files, 'manifest.json', (m) => (m.kid = thief.kid))
}
const unpackedThief = unpack(await buildPackage(eventfulLog(), thief))
