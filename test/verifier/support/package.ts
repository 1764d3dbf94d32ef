import { createHash } from 'node:crypto'
import { type PackageInput, writePackage } from '../../../services/evidence/domain/package.ts'
import type { Lines } from '../../../services/evidence/domain/parts.ts'
import { treeHash } from '../../../services/kernel/crypto/merkle.ts'
import { logOrigin } from '../../../services/kernel/tlog/log-origin.ts'
import { keySetTexts, type Rotation } from './key-set.ts'
import { type TestLog, uuid } from './log.ts'
import { consistencyPath, inclusionPath, rangePath } from './merkle-by-definition.ts'
import type { TestKey } from './signer.ts'

/** The bytes that replace verify.mjs, for packages that are made by the thousand. */
const PLACEHOLDER = Buffer.from('// in the place of verify.mjs\n')

/** Builds a package of a log as the service does, with proofs computed by definition. */
export async function buildPackage(log: TestLog, key: TestKey, options: BuildOptions = {}): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(writePackage(await packageInput(log, key, options))))
}

/** Returns the input that the service would pass to the writer. */
export async function packageInput(
  log: TestLog,
  key: TestKey,
  options: BuildOptions = {},
): Promise<PackageInput> {
  const size = options.treeSize ?? log.entries.length
  const leaves = log.leaves.slice(0, size)
  const first = options.first ?? 0
  const end = options.end ?? size
  const chosen = options.incident?.indices ?? Array.from({ length: end - first }, (_, i) => first + i)
  const kept = new Set(chosen)
  const sequencesOf = () =>
    [...log.records].map(([type, records]) => ({
      type,
      lines: chunks(
        records.filter((r) => kept.has(r.index)).map((r) => r.text),
        options.chunk,
      ),
    }))
  const audit = () => ({ type: 'audit', lines: chunks(chosen.map((i) => log.entries[i]!.text)) })
  const all = () => [audit(), ...sequencesOf()]
  return {
    packageId: uuid('package'),
    organization: { id: log.organizationId, name: 'Example AB \u202e' },
    generator: 'attestry 0.1.0',
    signedAt: options.signedAt ?? new Date('2026-03-04T05:06:07.089Z'),
    exportedAt: options.exportedAt ?? options.signedAt ?? new Date('2026-03-04T05:06:08.000Z'),
    signer: key.signer,
    keys: keySetTexts(options.keys?.map((k) => k.published) ?? [key.published], options.rotations ?? []),
    verifier: options.verifier ?? PLACEHOLDER,
    sequences: all(),
    csv: all().filter(({ type }) => options.tables?.includes(type)),
    log: {
      checkpoint: await checkpoint(log.organizationId, size, treeHash(leaves), options.checkpointKey ?? key),
      cosignatures: options.cosignatures ?? [],
      timestamps: options.timestamps ?? [],
      treeSize: size,
      consistency: (options.earlier ?? []).map((m) => ({
        treeSize: m,
        root: treeHash(leaves.slice(0, m)),
        hashes: consistencyPath(m, leaves),
      })),
      ...(options.incident
        ? {
            incidentId: options.incident.id,
            inclusion: chosen.map((index) => ({ index, hashes: inclusionPath(index, leaves) })),
          }
        : {
            range: {
              firstIndex: first,
              entries: chosen.length,
              ...rangePath(first, end, leaves),
              before: neighbour(log, first - 1, leaves),
              after: neighbour(log, end, leaves),
              period: {
                from: first === 0 ? null : timeOf(log, first),
                to: end === size ? null : timeOf(log, end),
              },
            },
          }),
    },
  }
}

function neighbour(log: TestLog, index: number, leaves: Buffer[]) {
  if (index < 0 || index >= leaves.length) return null
  return { entry: log.entries[index]!.text, hashes: inclusionPath(index, leaves) }
}

function timeOf(log: TestLog, index: number): Date {
  return new Date(JSON.parse(log.entries[index]!.text).at)
}

/** Returns a C2SP checkpoint (docs/evidence-package.md section 6), written without code of the product. */
async function checkpoint(organizationId: string, size: number, root: Buffer, key: TestKey): Promise<string> {
  const origin = logOrigin(organizationId)
  const body = `${origin}\n${size}\n${root.toString('base64')}\n`
  const hint = createHash('sha256').update(key.spki).digest().subarray(0, 4)
  const signature = await key.signer.sign(Buffer.from(body))
  return `${body}\n\u2014 ${origin} ${Buffer.concat([hint, signature]).toString('base64')}\n`
}

async function* chunks(texts: string[], size = 1000): AsyncGenerator<Lines> {
  for (let i = 0; i < texts.length; i += size) {
    const some = texts.slice(i, i + size)
    yield { count: some.length, text: some.map((text) => `${text}\n`).join('') }
  }
}

type BuildOptions = {
  /** Leaves [first, end) of the first treeSize; everything by default. */
  first?: number
  end?: number
  treeSize?: number
  incident?: { id: string; indices: number[] }
  /** Sizes of earlier packages. */
  earlier?: number[]
  keys?: TestKey[]
  rotations?: Rotation[]
  verifier?: Uint8Array
  /** The types that have tables; none by default. */
  tables?: string[]
  /** The number of records passed at once. */
  chunk?: number
  checkpointKey?: TestKey
  signedAt?: Date
  exportedAt?: Date
  /** Signature lines of witnesses. */
  cosignatures?: string[]
  /** Time-stamp tokens. */
  timestamps?: Uint8Array[]
}
