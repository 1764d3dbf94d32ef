import { AUDIT } from './format.ts'
import type { SequenceSize, Stretch } from './size.ts'

/** The records of one type in a run of adjacent leaves. */
export type Bucket = {
  type: string
  bucket: number
  lines: number
  bytes: number
  /** The first leaf that has such records; `last`: the last one. */
  first: number
  last: number
  /** The earliest time of an entry in the bucket. */
  at: Date
}

/** Returns the sizes of a package's content in the order of the log, each stretch with the time at which it begins. */
export function stretches(buckets: readonly Bucket[]): Stretch[] {
  const byBucket = Map.groupBy(buckets, ({ bucket }) => bucket)
  return [...byBucket]
    .sort(([a], [b]) => a - b)
    .map(([, sequences]) => ({
      from: new Date(Math.min(...sequences.map(({ at }) => at.getTime()))),
      sequences,
    }))
}

/** Returns the ranges of leaves in which a type has records. Adjacent buckets make one range. */
export function runsOf(type: string, buckets: readonly Bucket[]): { first: number; end: number }[] {
  const runs: { first: number; end: number; bucket: number }[] = []
  const own = buckets.filter((one) => one.type === type).toSorted((a, b) => a.bucket - b.bucket)
  for (const { bucket, first, last } of own) {
    const before = runs.at(-1)
    if (before?.bucket === bucket - 1) Object.assign(before, { end: last + 1, bucket })
    else runs.push({ first, end: last + 1, bucket })
  }
  return runs.map(({ first, end }) => ({ first, end }))
}

/** Returns the record types that the buckets have. */
export function typesIn(buckets: readonly Bucket[]): string[] {
  return [...new Set(buckets.map(({ type }) => type))].filter((type) => type !== AUDIT)
}

/** The size of each sequence. */
export function sequenceSizes(buckets: readonly Bucket[]): SequenceSize[] {
  const byType = Map.groupBy(buckets, ({ type }) => type)
  return [...byType].map(([type, own]) => ({
    type,
    lines: own.reduce((sum, { lines }) => sum + lines, 0),
    bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
  }))
}

/** How many lines a type has. */
export function linesOf(type: string, buckets: readonly Bucket[]): number {
  return buckets.filter((one) => one.type === type).reduce((sum, { lines }) => sum + lines, 0)
}

/** The estimated size of the package: records of this kind deflate to a sixth. */
export function expectedBytes(buckets: readonly Bucket[], verifier: number): number {
  return buckets.reduce((sum, { bytes }) => sum + Math.ceil(bytes / 6), verifier + 20_000)
}

/** The file name of a package. */
export function fileName(incidentId: string | null, signedAt: Date): string {
  const time = signedAt.toISOString().replace(/\.\d+|[-:]/g, '')
  return incidentId === null ? `attestry-evidence-${time}.zip` : `attestry-incident-${incidentId}-${time}.zip`
}
