import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import type { Signer } from './keys.ts'
import { type PackageInput, writePackage } from './package.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const spki = publicKey.export({ type: 'spki', format: 'der' })
const signer: Signer = { spki, sign: async (message) => sign('sha256', message, privateKey) }
const id = '01950000-0000-7000-8000-000000000001'

async function* lines(count: number) {
  yield { count, text: '{}\n'.repeat(count) }
}

function input(change: Partial<PackageInput> = {}): PackageInput {
  return {
    packageId: id,
    organization: { id, name: 'Example AB' },
    generator: 'attestry 0.1.0',
    signedAt: new Date(0),
    exportedAt: new Date(0),
    signer,
    keys: { keyset: '{}\n', keys: [{ kid: 'k', pem: 'PEM\n' }], rotations: [] },
    verifier: Buffer.from('// verifier\n'),
    sequences: [
      { type: 'incidents', lines: lines(2) },
      { type: 'audit', lines: lines(3) },
      { type: 'agent-events', lines: lines(1) },
      { type: 'suppliers', lines: (async function* () {})() },
    ],
    log: {
      checkpoint: 'attestry/x\n',
      treeSize: 3,
      consistency: [],
      range: { firstIndex: 0, entries: 3, left: [], right: [], period: { from: null, to: null } },
    },
    ...change,
  }
}

async function collect(given: PackageInput): Promise<{ bytes: Buffer; error: unknown }> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of writePackage(given)) chunks.push(chunk)
    return { bytes: Buffer.concat(chunks), error: undefined }
  } catch (error) {
    return { bytes: Buffer.concat(chunks), error }
  }
}

/** The names in the local headers, as far as the bytes go. */
function names(bytes: Buffer): string[] {
  const found: string[] = []
  for (let at = 0; at + 30 < bytes.length && bytes.readUInt32LE(at) === 0x04034b50; ) {
    const start = at + 30 + bytes.readUInt16LE(at + 26)
    found.push(bytes.toString('latin1', at + 30, start))
    at = start + bytes.readUInt32LE(at + 18)
  }
  return found
}

test('a package’s files are in ascending order with SHA256SUMS and its signature last, without empty sequences', async () => {
  const { bytes } = await collect(input())
  const found = names(bytes)
  expect(found.slice(-2)).toEqual(['SHA256SUMS', 'SHA256SUMS.sig'])
  expect(found.slice(0, -2)).toEqual(found.slice(0, -2).toSorted())
  expect(found.filter((name) => name.startsWith('data/'))).toEqual([
    'data/agent-events-000001.jsonl.gz',
    'data/audit-000001.jsonl.gz',
    'data/incidents-000001.jsonl.gz',
  ])
})

test.each([
  [
    'the signer fails',
    () =>
      input({ signer: { spki, sign: async () => Promise.reject(new DomainError(Reason.INTERNAL, 'KMS')) } }),
  ],
  [
    'the signer signs with another key',
    () =>
      input({
        signer: {
          spki,
          sign: async (m) => sign('sha256', m, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
        },
      }),
  ],
  ['a source fails', () => input({ sequences: [{ type: 'audit', lines: failing() }] })],
  [
    'there are fewer entries than the proof is for',
    () => input({ sequences: [{ type: 'audit', lines: lines(2) }] }),
  ],
  ['there is no entry', () => input({ sequences: [] })],
])('when %s, the written bytes have no signature and no ZIP directory', async (_, given) => {
  const { bytes, error } = await collect(given())
  expect(error).toBeInstanceOf(Error)
  expect(names(bytes)[0]).toBe('VERIFICATION.md')
  expect(names(bytes)).not.toContain('SHA256SUMS.sig')
  expect(bytes.includes(Buffer.from('PK\x01\x02'))).toBe(false)
})

async function* failing() {
  yield { count: 1, text: '{}\n' }
  throw new Error('the database has gone away')
}
