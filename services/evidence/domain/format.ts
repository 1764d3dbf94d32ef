import { compareText } from '../../kernel/values/compare-text.ts'

/**
 * The limits and names of the format (docs/evidence-package.md). The exporter has them in this file only. Packages of versions 1
 * and 2 are no longer made.
 */
export const FORMAT_VERSION = 3

/** Section 2, data parts: the most bytes of one line, the most lines of one part, and its most inflated bytes. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024
export const MAX_PART_LINES = 100_000
export const MAX_PART_BYTES = 64 * 1024 * 1024

/**
 * The inflated size at which a part is closed, well below the limit of the format. One deflated part is held in memory at a
 * time, so small and large packages need the same memory.
 */
export const PART_BYTES = 16 * 1024 * 1024

/** Section 1: the most bytes of a file outside data/. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024

/** Section 2: a package MUST stay below these limits, so that it needs no zip64 field. */
export const MAX_PACKAGE_BYTES = 0xffffffff
export const MAX_PACKAGE_FILES = 0xffff

/** The sequence of audit entries; every other sequence is named after its record type. */
export const AUDIT = 'audit'

/** `data/<type>-NNNNNN.jsonl.gz`, counted from 1. */
export function partName(type: string, number: number): string {
  return `data/${type}-${String(number).padStart(6, '0')}.jsonl.gz`
}

/** `csv/<type>.csv`. */
export function csvName(type: string): string {
  return `csv/${type}.csv`
}

/** `keys/rotations/NNNNNN.json`, counted from 1. */
export function rotationName(number: number): string {
  return `keys/rotations/${String(number).padStart(6, '0')}.json`
}

/** `log/timestamps/NN.tst`, counted from 1. */
export function timestampName(number: number): string {
  return `log/timestamps/${String(number).padStart(2, '0')}.tst`
}

/** The order of names in a package: ascending bytes, `SHA256SUMS` and then its signature last. */
export function byPackageOrder(a: string, b: string): number {
  const rank = (name: string) => (name === 'SHA256SUMS.sig' ? 2 : name === 'SHA256SUMS' ? 1 : 0)
  return rank(a) - rank(b) || compareText(a, b)
}

/** One whole file of a package. */
export type PackageFile = { name: string; bytes: Buffer }
