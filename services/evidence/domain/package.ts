import { sha256Hex } from '../../kernel/crypto/digest.ts'
import { kidOf } from '../../kernel/crypto/ecdsa.ts'
import { compareText } from '../../kernel/values/compare-text.ts'
import { csvFile, MAX_TABLES_BYTES } from './csv.ts'
import {
  AUDIT,
  byPackageOrder,
  MAX_FILE_BYTES,
  MAX_PACKAGE_BYTES,
  type PackageFile,
  timestampName,
} from './format.ts'
import { checkedSigner, type KeySetTexts, keyFiles, type Signer } from './keys.ts'
import { manifestFile, type PackageAbout } from './manifest.ts'
import { type Lines, type Part, packParts } from './parts.ts'
import {
  type ConsistencyProof,
  consistencyFile,
  type InclusionProof,
  inclusionProofsFile,
  type Neighbour,
  neighboursFile,
  rangeProofFile,
} from './proofs.ts'
import { verificationPage } from './verification-page.ts'
import { zip, zipSize } from './zip.ts'

/**
 * Writes a package (docs/evidence-package.md) as a stream of bytes. Holds one part in memory at a time; sequences are
 * read one after another, in the order of their names.
 *
 * The checkpoint in `input` is signed already. `SHA256SUMS` is signed after everything else is written. A failure before that
 * leaves bytes without a signature and without a central directory, which no reader accepts as a package.
 *
 * @throws RangeError when the sequences do not hold the entries that the proof is for, or the package outgrows its bound
 */
export function writePackage(input: PackageInput): AsyncGenerator<Buffer> {
  return zip(bounded(packageFiles(input)))
}

async function* packageFiles(input: PackageInput): AsyncGenerator<PackageFile> {
  const signer = checkedSigner(input.signer)
  const sums: string[] = []
  const listed = (file: PackageFile) => {
    if (!file.name.startsWith('data/') && file.bytes.length > MAX_FILE_BYTES) {
      throw new RangeError(`${file.name} exceeds ${MAX_FILE_BYTES} bytes`)
    }
    sums.push(`${sha256Hex(file.bytes)}  ${file.name}\n`)
    return file
  }
  const kid = kidOf(signer.spki)
  yield listed({ name: 'VERIFICATION.md', bytes: Buffer.from(verificationPage()) })
  const csv: string[] = []
  let tables = MAX_TABLES_BYTES
  for (const { type, lines } of (input.csv ?? []).toSorted((a, b) => compareText(a.type, b.type))) {
    const file = await csvFile(type, lines)
    if (file === undefined || file.bytes.length > tables) continue
    tables -= file.bytes.length
    csv.push(type)
    yield listed(file)
  }
  const parts: Omit<Part, 'bytes'>[] = []
  for (const sequence of input.sequences.toSorted((a, b) => compareText(a.type, b.type))) {
    for await (const { bytes, ...part } of packParts(sequence.type, sequence.lines)) {
      parts.push(part)
      yield listed({ name: part.name, bytes })
    }
  }
  checkEntries(input, parts)
  const rest = [...keyFiles(input.keys), ...logFiles(input), manifestFile(about(input), kid, parts, csv)]
  rest.push({ name: 'verify.mjs', bytes: Buffer.from(input.verifier) })
  for (const file of rest.sort((a, b) => byPackageOrder(a.name, b.name))) yield listed(file)
  const root = Buffer.from(sums.join(''))
  yield { name: 'SHA256SUMS', bytes: root }
  yield { name: 'SHA256SUMS.sig', bytes: await signer.sign(root) }
}

async function* bounded(files: AsyncIterable<PackageFile>): AsyncGenerator<PackageFile> {
  let size = zipSize([])
  for await (const file of files) {
    size += zipSize([{ name: file.name, size: file.bytes.length }]) - zipSize([])
    if (size > MAX_PACKAGE_BYTES)
      throw new RangeError('the package exceeds 4 GiB: the bound before it was wrong')
    yield file
  }
}

function checkEntries({ log }: PackageInput, parts: readonly Omit<Part, 'bytes'>[]): void {
  const written = parts.filter((part) => part.type === AUDIT).reduce((sum, part) => sum + part.lines, 0)
  const proven = 'range' in log ? log.range.entries : log.inclusion.length
  if (written !== proven || written === 0)
    throw new RangeError(`${written} entries, but a proof for ${proven}`)
}

function logFiles({ log }: PackageInput): PackageFile[] {
  const { cosignatures = [], timestamps = [] } = log
  return [
    {
      name: 'log/checkpoint',
      bytes: Buffer.concat([Buffer.from(log.checkpoint), Buffer.from(cosignatures.join(''))]),
    },
    ...timestamps.map((token, i) => ({ name: timestampName(i + 1), bytes: Buffer.from(token) })),
    consistencyFile(log.treeSize, log.consistency),
    ...('range' in log ? rangeFiles(log) : [inclusionProofsFile(log.treeSize, log.inclusion)]),
  ]
}

function rangeFiles({ treeSize, range }: PackageInput['log'] & RangeOfLog): PackageFile[] {
  const { firstIndex, entries, before = null, after = null } = range
  if ((before === null) !== (firstIndex === 0) || (after === null) !== (firstIndex + entries === treeSize))
    throw new RangeError('not the entries beside the range')
  const neighbours = entries < treeSize ? [neighboursFile(treeSize, { before, after })] : []
  return [rangeProofFile({ ...range, treeSize }), ...neighbours]
}

function about({ log, ...input }: PackageInput): PackageAbout {
  return {
    ...input,
    period: 'range' in log ? log.range.period : { from: null, to: null },
    incidentId: 'range' in log ? null : log.incidentId,
    firstIndex: 'range' in log ? log.range.firstIndex : 0,
    treeSize: log.treeSize,
  }
}

export type PackageInput = {
  packageId: string
  organization: { id: string; name: string }
  /** Product and version, as `attestry 0.1.0`. */
  generator: string
  /** When the checkpoint was signed. */
  signedAt: Date
  /** When the package was made. */
  exportedAt: Date
  /** One of `keys`. The same key has signed the checkpoint. */
  signer: Signer
  keys: KeySetTexts
  /** The bytes of verify.mjs. */
  verifier: Uint8Array
  log: {
    /** The signed note. */
    checkpoint: string | Uint8Array
    /** Signature lines of witnesses on it, each with its line feed. */
    cosignatures?: readonly string[]
    /** Time-stamps of the note: tokens in DER, at most 99. */
    timestamps?: readonly Uint8Array[]
    treeSize: number
    consistency: readonly ConsistencyProof[]
  } & (RangeOfLog | EntriesOfIncident)
  /** `audit` and every record type that may have lines. Each source is read once, one after another. */
  sequences: readonly { type: string; lines: AsyncIterable<Lines> }[]
  /** The types that have a table for people, with their lines once more. */
  csv?: readonly { type: string; lines: AsyncIterable<Lines> }[]
}

/** An evidence package: leaves [firstIndex, firstIndex + entries) and the hashes left and right of them. */
type RangeOfLog = {
  range: {
    firstIndex: number
    entries: number
    left: readonly Uint8Array[]
    right: readonly Uint8Array[]
    period: { from: Date | null; to: Date | null }
    /** The entry before the first and that after the last, where the log has them. */
    before?: Neighbour | null
    after?: Neighbour | null
  }
}

/** An incident support package: single leaves, by index. */
type EntriesOfIncident = { incidentId: string; inclusion: readonly InclusionProof[] }
