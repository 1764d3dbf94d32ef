/** docs/evidence-package.md: the one place on this side that states the limits and names of format version 1. */
export const FORMAT_VERSION = 1

/** Section 2, data parts: bytes of one line, lines of one part, and its inflated bytes. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024
export const MAX_PART_LINES = 100_000
export const MAX_PART_BYTES = 64 * 1024 * 1024

/**
 * Where a part is closed for the next: well below what the format allows, so that what is held in memory at a time, one
 * deflated part, is the same for small packages and large ones.
 */
export const PART_BYTES = 16 * 1024 * 1024

/** Section 1: a file outside data/. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024

/** Section 2: a package stays below these, so that no zip64 field is ever needed. */
export const MAX_PACKAGE_BYTES = 0xffffffff
export const MAX_PACKAGE_FILES = 0xffff

/** The sequence of audit entries; every other sequence is named after its record type. */
export const AUDIT = 'audit'

/** `data/<type>-NNNNNN.jsonl.gz`, counted from 1. */
export function partName(type: string, number: number): string {
  return `data/${type}-${String(number).padStart(6, '0')}.jsonl.gz`
}

/** `keys/rotations/NNNNNN.json`, counted from 1. */
export function rotationName(number: number): string {
  return `keys/rotations/${String(number).padStart(6, '0')}.json`
}

/** The origin line and key name of an organization's log (section 6). */
export function logOrigin(organizationId: string): string {
  return `attestry/${organizationId}`
}

/** The order of names in a package: ascending bytes, `SHA256SUMS` and then its signature last. */
export function byPackageOrder(a: string, b: string): number {
  const rank = (name: string) => (name === 'SHA256SUMS.sig' ? 2 : name === 'SHA256SUMS' ? 1 : 0)
  return rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0)
}

/** One file of a package, whole. */
export type PackageFile = { name: string; bytes: Buffer }
