import { appendFileSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { decodeSignature, encodeSignature } from '../../services/kernel/crypto/ecdsa.ts'
import { canonicalJson, type JsonValue } from '../../services/kernel/json/canonical-json.ts'
import { PackageFile } from '../../verifier/src/container/package-file.mjs'
import { FAILURES } from '../../verifier/src/report/failure.mjs'
import { readWitnesses } from '../../verifier/src/witnesses/cosignatures.mjs'
import { decision, eventfulLog, incident } from './support/honest.ts'
import { attached, obliged } from './support/incidents.ts'
import { rotate } from './support/key-set.ts'
import { TestLog, uuid } from './support/log.ts'
import { buildPackage } from './support/package.ts'
import { asFile, verify } from './support/run.ts'
import { makeKey } from './support/signer.ts'
import { damage, edit, editLines, member, tamper } from './support/tamper.ts'
import { makeWitness } from './support/witness.ts'
import { rawZip, unpack } from './support/zip.ts'

const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')
const key = makeKey()
const log = eventfulLog()
const good = await buildPackage(log, key, { earlier: [3, 5] })
const support = await buildPackage(log, key, { incident: { id: uuid('a'), indices: [2, 5] } })
const resigned = (change: Parameters<typeof tamper>[1], base = good) => tamper(base, change, key)
const keySet = (status: 'active' | 'revoked', of = key) => {
  const set = JSON.parse(unpack(good).get('keys/keyset.json')!.toString())
  const jwk = JSON.parse(JSON.stringify(set.keys[0]))
  if (of !== key) return asFile(Buffer.from(JSON.stringify({ keys: [] })), 'keys.json')
  Object.assign(jwk, { status, valid_until: status === 'revoked' ? '2026-03-05T00:00:00.000Z' : null })
  return asFile(Buffer.from(JSON.stringify({ keys: [jwk] })), `keys-${status}.json`)
}
const gate = (change: (record: ReturnType<typeof decision>) => void) => {
  const changed = new TestLog()
  const record = decision(changed.organizationId)
  change(record)
  changed.append('queryGate', { 'gate-decisions': [record] })
  return buildPackage(changed, key)
}
const rewritten = () => {
  const other = eventfulLog()
  other.entries[2] = {
    ...other.entries[2]!,
    text: other.entries[2]!.text.replace('createIncident', 'createIncidenT'),
  }
  return other
}

type Options = Parameters<typeof verify>[1]
type Bad = () => Promise<Buffer> | Buffer | [Buffer, Options] | Promise<[Buffer, Options]>

/** The failures that do not concern a package, or that timestamps.test.ts, csv.test.ts, organization.test.ts and given-checkpoint.test.ts cover. */
const ELSEWHERE =
  /^(csv_mismatch|organization_differs|checkpoint_beyond|usage|pin_required|changed|node_version|internal|timestamp_(wrong|missing))$/

const GALLERY: { [code in keyof typeof FAILURES]?: Bad } = {
  unreadable: () => [good, { key: [asFile(Buffer.from('no key'), 'no-key.pem')] }],
  zip_size: () => good.subarray(-21),
  zip_end: () => Buffer.concat([good, Buffer.of(0)]),
  zip_central: () =>
    rawZip(unpack(good), { entry: (_, i) => (i === 3 ? { attributes: 0xa1ff0000 } : undefined) }),
  zip_local: () => rawZip(unpack(good), { entry: (_, i) => (i === 3 ? { local: { flags: 8 } } : undefined) }),
  zip_layout: () => rawZip(unpack(good), { beforeEnd: () => Buffer.from('hidden') }),
  zip_name: () => damage(good, (files) => files.set('../x', Buffer.of(1))),
  zip_order: () => rawZip([...unpack(good)].reverse()),
  key_file: () =>
    resigned((files) =>
      files.set(`keys/${key.kid}.pem`, Buffer.from(`${files.get(`keys/${key.kid}.pem`)}\n`)),
    ),
  key_set: () => resigned((files) => edit(files, 'keys/keyset.json', (set) => set.keys.push(set.keys[0]))),
  rotation: () => resigned((files) => files.set('keys/rotations/000001.json', Buffer.from('{}\n'))),
  signature_form: () =>
    damage(good, (files) =>
      files.set('SHA256SUMS.sig', Buffer.concat([files.get('SHA256SUMS.sig')!, Buffer.of(0)])),
    ),
  signature_high_s: () =>
    damage(good, (files) => {
      const { r, s } = decodeSignature(files.get('SHA256SUMS.sig')!)!
      files.set('SHA256SUMS.sig', encodeSignature({ r, s: ORDER - s }))
    }),
  signature_wrong: () => damage(good, (files) => files.set('SHA256SUMS', Buffer.from('x'))),
  signer_not_trusted: () => [good, { pin: [makeKey().kid] }],
  sums_form: async () => {
    const files = unpack(good)
    files.set('SHA256SUMS', Buffer.from(files.get('SHA256SUMS')!.toString().replaceAll('  ', ' *')))
    files.set('SHA256SUMS.sig', await key.signer.sign(files.get('SHA256SUMS')!))
    return rawZip(files)
  },
  file_missing: () => damage(good, (files) => files.delete('VERIFICATION.md')),
  file_extra: () => damage(good, (files) => files.set('data/x', Buffer.of(1))),
  file_hash: () => damage(good, (files) => files.set('VERIFICATION.md', Buffer.from('Trust me.'))),
  file_crc: () =>
    rawZip(unpack(good), {
      entry: (_, i) => (i === 0 ? { local: { crc: 1 }, central: { crc: 1 } } : undefined),
    }),
  manifest_form: () => resigned((files) => edit(files, 'manifest.json', (m) => delete m.generator)),
  manifest_version: () => resigned((files) => edit(files, 'manifest.json', (m) => (m.format_version = 4))),
  manifest_kid: () => resigned((files) => edit(files, 'manifest.json', (m) => (m.kid = 'a'.repeat(64)))),
  manifest_files: () => resigned((files) => files.set('notes.txt', Buffer.from('extra, and signed'))),
  manifest_counts: () => resigned((files) => edit(files, 'manifest.json', (m) => m.counts.incidents++)),
  part_gzip: () =>
    resigned((files) => {
      const part = files.get('data/audit-000001.jsonl.gz')!
      files.set('data/audit-000001.jsonl.gz', Buffer.concat([part, part]))
    }),
  part_size: () => resigned((files) => edit(files, 'manifest.json', (m) => m.parts[1].bytes--)),
  part_lines: () => resigned((files) => edit(files, 'manifest.json', (m) => m.parts[1].bytes++)),
  entry_form: () =>
    resigned((files) => editLines(files, 'audit', ([a, ...rest]) => [a!.replace('"v":1', '"v":2'), ...rest])),
  entry_organization: () =>
    resigned((files) =>
      editLines(files, 'audit', ([a, ...rest]) => [a!.replace(log.organizationId, uuid('other')), ...rest]),
    ),
  checkpoint_form: () => resigned((files) => files.set('log/checkpoint', Buffer.from('attestry/x\n1\n'))),
  checkpoint_origin: async () =>
    resigned(async (files) => {
      const other = await buildPackage(
        new TestLog(uuid('other')).append('x') === 0 ? oneEntry('other') : log,
        key,
      )
      files.set('log/checkpoint', unpack(other).get('log/checkpoint')!)
    }),
  checkpoint_signature: () => buildPackage(log, key, { checkpointKey: makeKey() }),
  period_mismatch: () =>
    resigned((files) => edit(files, 'manifest.json', (m) => (m.period.from = '2027-01-01T00:00:00.000Z'))),
  proof_form: () =>
    resigned((files) => edit(files, 'log/range-proof.json', (p) => p.left.push('0'.repeat(64)))),
  root_mismatch: () => resigned((files) => editLines(files, 'audit', ([a, b, ...rest]) => [b!, a!, ...rest])),
  inclusion_mismatch: () =>
    resigned(
      (files) => edit(files, 'log/inclusion-proofs.json', (p) => p.entries[0].hashes.reverse()),
      support,
    ),
  consistency_mismatch: () =>
    resigned((files) => edit(files, 'log/consistency.json', (p) => (p.proofs[1].root = 'f'.repeat(64)))),
  previous_order: async () => [
    await buildPackage(log, key, { treeSize: 5 }),
    {
      previous: asFile(
        await buildPackage(log, key, { earlier: [5], signedAt: new Date('2026-03-05T00:00:00.000Z') }),
        'newer.zip',
      ),
    },
  ],
  previous_rejected: async () => [
    good,
    {
      previous: asFile(
        damage(good, (f) => f.delete('verify.mjs')),
        'older.zip',
      ),
    },
  ],
  previous_unrelated: async () => [
    good,
    { previous: asFile(await buildPackage(oneEntry('other'), key), 'older.zip') },
  ],
  history_unproven: async () => [
    await buildPackage(log, key, { first: 6 }),
    { previous: asFile(await buildPackage(log, key, { treeSize: 4, end: 4 }), 'older.zip') },
  ],
  history_rewritten: async () => [
    await buildPackage(rewritten(), key),
    { previous: asFile(await buildPackage(log, key, { treeSize: 5, end: 5 }), 'older.zip') },
  ],
  entry_foreign: () => buildPackage(log, key, { incident: { id: uuid('a'), indices: [1, 2] } }),
  incident_incomplete: () => buildPackage(log, key, { incident: { id: uuid('a'), indices: [5] } }),
  record_form: () =>
    resigned((files) =>
      editLines(files, 'incidents', (all) => all.map((line) => line.replace('"id":', '"id": '))),
    ),
  record_missing: () => resigned((files) => editLines(files, 'evaluations', (all) => all.slice(0, -1))),
  record_mismatch: () =>
    resigned((files) =>
      editLines(files, 'incidents', (all) => all.map((l) => l.replace('Incident b', 'Incident c'))),
    ),
  record_extra: () => resigned((files) => editLines(files, 'incidents', (all) => [...all, all[0]!])),
  record_foreign: () => buildPackage(log, key, { incident: { id: uuid('a'), indices: [2, 3] } }),
  attachment_mismatch: () => buildPackage(attached('more'), key),
  obligation_form: () => packaged(obliged((record) => delete record.input)),
  obligation_mismatch: () => packaged(obliged((record) => (record.obligations[0]!.state = 'filed'))),
  decision_form: () =>
    gate((r) => {
      const { suite: _, ...snapshot } = r.snapshot as { [key: string]: JsonValue }
      Object.assign(r, { snapshot, payload_hash: sha256Hex(canonicalJson(snapshot)) })
    }),
  decision_hash: () => gate((r) => (r.payload_hash = '0'.repeat(64))),
  decision_identity: () => gate((r) => (r.ai_system_id = uuid('another'))),
  decision_mismatch: () => gate((r) => (r.decision = 'pass')),
  decision_not_found: () => [good, { explain: uuid('no such decision') }],
  key_unpublished: () => [good, { pin: [key.kid], keys: keySet('active', makeKey()) }],
  key_revoked: () => [good, { pin: [key.kid], keys: keySet('revoked') }],
  key_window: () => buildPackage(log, key, { signedAt: new Date('2025-01-01T00:00:00.000Z') }),
  time_order: () => replayed(['x', {}, { at: '2020-01-01T00:00:00.000Z' }]),
  id_twice: () => replayed(['x', {}, { id: uuid('entry 0') }]),
  version_gap: () => replayed(['x', { incidents: [incident('a', 2, 'open')] }]),
  version_differs: () =>
    replayed(
      ['x', { incidents: [incident('a', 1, 'open')] }],
      ['y', { incidents: [incident('a', 2, 'open')] }, { details: { made_from: '0'.repeat(64) } }],
    ),
  refused_wrote: () => replayed(['x', { incidents: [incident('a', 1, 'open')] }, { outcome: 'refused' }]),
  caller_unknown: () => replayed(['createIncident', {}, byKey]),
  caller_not_allowed: () =>
    replayed(
      ['createKey', { 'api-keys': [{ id: uuid('key'), permissions: [], version: 1 }] }],
      ['createIncident', {}, byKey],
    ),
  input_differs: () => replayed(['queryGate', { 'gate-decisions': [decision(uuid('organization'))] }]),
  answer_differs: () => replayed(['x', {}, { details: { replay_of: 'x', replayed: {} } }]),
  replay_form: () => replayed(['attest', { attestations: [{ id: uuid('a') }] }]),
  cosignature_wrong: () => cosigned((note) => note.replace(/\n\d+\n/, '\n999\n')),
  witness_quorum: () => [good, { cosigned: { witnesses: readWitnesses([witness.key]), quorum: 1 } }],
  signer_not_confirmed: () => [good, { requireTrust: true }],
  replay_not_checked: () => [support, { requireReplay: true }],
}

const witness = makeWitness('witness.example/w1')
async function cosigned(other: (note: string) => string): Promise<[Buffer, Options]> {
  const note = unpack(good).get('log/checkpoint')!.toString()
  const bytes = await buildPackage(log, key, { cosignatures: [witness.cosign(other(note))] })
  return [bytes, { cosigned: { witnesses: readWitnesses([witness.key]), quorum: 1 } }]
}

const byKey = { actor: { id: uuid('key'), kind: 'api_key', name: 'ci' } }

/** A package of a log of these entries, after a first one. */
const packaged = (log: TestLog) => buildPackage(log, key)

function replayed(...entries: Parameters<TestLog['append']>[]): Promise<Buffer> {
  const other = new TestLog()
  other.append('createOrganization')
  for (const entry of entries) other.append(...entry)
  return buildPackage(other, key)
}

function oneEntry(name: string): TestLog {
  const other = new TestLog(uuid(name))
  other.append('createIncident', { incidents: [incident('a', 1, 'open')] })
  return other
}

test('the gallery has a bad package for every failure code except those of the command line', () => {
  expect(Object.keys(GALLERY).sort()).toEqual(
    Object.keys(FAILURES)
      .filter((code) => !ELSEWHERE.test(code))
      .sort(),
  )
})

test.each(Object.entries(GALLERY))('%s', async (code, make) => {
  const made = await make()
  const [bytes, options] = Array.isArray(made) ? made : [made, { pin: [key.kid] }]
  keep(code, bytes)
  const report = await verify(bytes, options)
  expect(report.failures.map((f) => f.code)).toEqual([code])
  const exits: Record<string, number> = { key_revoked: 4, signer_not_confirmed: 5, replay_not_checked: 6 }
  for (const two of ['unreadable', 'decision_not_found', 'previous_order']) exits[two] = 2
  expect(report.exit_code).toBe(exits[code] ?? 1)
  const failed = report.steps.findIndex((step) => step.status === 'FAIL')
  expect(report.steps.slice(failed + 1).map((s) => s.status)).not.toContain('FAIL')
})

/** With ATTESTRY_GALLERY=<directory> the packages are kept, each under the code that it must give. */
function keep(code: string, bytes: Buffer): void {
  const directory = process.env.ATTESTRY_GALLERY
  if (!directory) return
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, `${code}.zip`), bytes)
}

test('verify.mjs does not trust a rotation that is signed by one key only', async () => {
  const next = makeKey()
  const rotation = await rotate({ number: 1, from: key.signer, to: next.signer, at: new Date(0) })
  const { new_signature, statement } = JSON.parse(rotation.text)
  const forged = { new_signature, old_signature: new_signature, statement }
  const bytes = await tamper(
    good,
    (files) => files.set('keys/rotations/000001.json', Buffer.from(`${JSON.stringify(forged)}\n`)),
    key,
  )
  expect((await verify(bytes)).failures.map((f) => f.code)).toEqual(['rotation'])
})

test('verify.mjs stops at a part that inflates beyond its stated size', async () => {
  const bomb = member(Buffer.alloc(80 * 1024 * 1024, 'x'))
  const bytes = await tamper(good, (files) => files.set('data/audit-000001.jsonl.gz', bomb), key)
  expect((await verify(bytes)).failures.map((f) => f.code)).toEqual(['part_size'])
})

test('verify.mjs fails with changed when a package is written to while it is read', () => {
  const file = new PackageFile(asFile(good, 'moving.zip'))
  file.assertUnchanged()
  appendFileSync(file.path, 'x')
  expect(() => file.assertUnchanged()).toThrow(expect.objectContaining({ code: 'changed', exit: 2 }))
  truncateSync(file.path, 10)
  expect(() => file.read(0, 11)).toThrow(expect.objectContaining({ code: 'changed' }))
  file.close()
})
