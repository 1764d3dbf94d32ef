import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import { MAX_PACKAGE_BYTES, MAX_PACKAGE_FILES, MAX_PART_LINES, PART_BYTES, partName } from './format.ts'
import { zipSize } from './zip.ts'

/** Bytes for everything outside data/ except the verifier and the proofs: page, tables, manifest, keys, sums. */
const OTHER_BYTES = 96 * 1024 * 1024
/** At most 4,097 keys and 4,096 rotations (docs/evidence-package.md section 5). */
const KEY_FILES = 8193
/** Bytes for each part in manifest.json and SHA256SUMS, which list it. */
const LISTING_BYTES = 512

/**
 * Returns an upper bound of the size of a package before its first byte is written. It holds for any content of the lines. Deflate
 * adds at most 5 bytes per 16 KiB, and 18 bytes around them (RFC 1951 section 3.2.4).
 */
export function packageBound(sequences: readonly SequenceSize[]): { bytes: number; files: number } {
  let bytes = OTHER_BYTES
  let files = 1024 + KEY_FILES
  for (const { type, lines, bytes: text } of sequences) {
    // Parts are closed at whole chunks, so each of them may be up to half empty.
    const parts = 2 * Math.max(Math.ceil(lines / MAX_PART_LINES), Math.ceil(text / PART_BYTES))
    const headers = zipSize([{ name: partName(type, 1), size: LISTING_BYTES + 64 }])
    bytes += text + Math.ceil(text / 16_384) * 5 + parts * headers
    files += parts
  }
  return { bytes, files }
}

/**
 * Accepts a package that stays below 4 GiB and 65,535 files, whatever its lines contain.
 *
 * @param stretches sizes in order of time, to say where to split
 * @throws DomainError VALIDATION when it could be larger; splitting at the times in `details.split_at`
 *   gives packages that fit
 */
export function admitPackage(stretches: readonly Stretch[]): void {
  const splits: string[] = []
  let open: SequenceSize[] = []
  for (const stretch of stretches) {
    const together = [...open, ...stretch.sequences]
    if (open.length > 0 && !fits(together)) {
      splits.push(stretch.from.toISOString())
      open = [...stretch.sequences]
    } else open = together
  }
  if (splits.length === 0 && fits(open)) return
  const advice = splits.length > 0 ? `split it at ${splits.join(', ')}` : 'export shorter periods'
  throw new DomainError(Reason.VALIDATION, `the package could exceed 4 GiB: ${advice}`, {
    details: { split_at: splits },
  })
}

function fits(sequences: readonly SequenceSize[]): boolean {
  const byType = new Map<string, SequenceSize>()
  for (const { type, lines, bytes } of sequences) {
    const sum = byType.get(type) ?? { type, lines: 0, bytes: 0 }
    byType.set(type, { type, lines: sum.lines + lines, bytes: sum.bytes + bytes })
  }
  const bound = packageBound([...byType.values()])
  return bound.bytes <= MAX_PACKAGE_BYTES && bound.files <= MAX_PACKAGE_FILES
}

/** Lines of one type, and their bytes with the LFs. */
export type SequenceSize = { type: string; lines: number; bytes: number }

/** The sizes of the entries and records of one stretch of time. */
export type Stretch = { from: Date; sequences: readonly SequenceSize[] }
