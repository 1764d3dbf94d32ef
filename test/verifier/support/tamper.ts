import { gunzipSync, gzipSync } from 'node:zlib'
import { byPackageOrder } from '../../../services/evidence/domain/format.ts'
import { sha256Hex } from '../../../services/kernel/crypto/digest.ts'
import { canonicalJson, type JsonValue } from '../../../services/kernel/json/canonical-json.ts'
import type { TestKey } from './signer.ts'
import { rawZip, unpack } from './zip.ts'

/** Returns a package changed by someone who knows the format: with correct checksums and, given a key, a correct signature. */
export async function tamper(
  bytes: Buffer,
  change: (files: Files) => unknown,
  key?: TestKey,
): Promise<Buffer> {
  const files = unpack(bytes)
  await change(files)
  seal(files)
  if (key) files.set('SHA256SUMS.sig', await key.signer.sign(files.get('SHA256SUMS')!))
  return pack(files)
}

/** Returns a changed package whose checksums were not updated. */
export function damage(bytes: Buffer, change: (files: Files) => void): Buffer {
  const files = unpack(bytes)
  change(files)
  return pack(files)
}

export function pack(files: Files): Buffer {
  return rawZip([...files].sort(([a], [b]) => byPackageOrder(a, b)))
}

/** Updates SHA256SUMS. */
function seal(files: Files): void {
  const names = [...files.keys()].filter((name) => !name.startsWith('SHA256SUMS')).sort(byPackageOrder)
  files.set(
    'SHA256SUMS',
    Buffer.from(names.map((name) => `${sha256Hex(files.get(name)!)}  ${name}\n`).join('')),
  )
}

/** Changes a JSON file of the package and keeps its formatting. */
export function edit(files: Files, name: string, change: (value: Editable) => void): void {
  const value = JSON.parse(files.get(name)!.toString())
  change(value)
  files.set(name, Buffer.from(`${canonicalJson(value as JsonValue)}\n`))
}

/** Turns a manifest into one of format version 1. */
export function asVersion1(manifest: Editable): void {
  manifest.format_version = 1
  delete manifest.exported_at
  delete manifest.csv
}

/** Changes the lines of the first part of a type, and updates the manifest's counts. */
export function editLines(files: Files, type: string, change: (lines: string[]) => string[]): void {
  const name = `data/${type}-000001.jsonl.gz`
  const text = change(lines(files, type))
    .map((line) => `${line}\n`)
    .join('')
  files.set(name, member(text))
  const count = text.split('\n').length - 1
  edit(files, 'manifest.json', (manifest) => {
    Object.assign(
      manifest.parts.find((part: { file: string }) => part.file === name),
      { bytes: Buffer.byteLength(text), lines: count },
    )
    manifest.counts[type] = count
    if (type === 'audit') manifest.log.entries = count
  })
}

export function lines(files: Files, type: string): string[] {
  return gunzipSync(files.get(`data/${type}-000001.jsonl.gz`)!)
    .toString()
    .split('\n')
    .slice(0, -1)
}

/** Returns one gzip member of the fixed form. */
export function member(text: string | Uint8Array): Buffer {
  const bytes = gzipSync(text)
  bytes[8] = 0
  bytes[9] = 255
  return bytes
}

export type Files = Map<string, Buffer>

/** A parsed file that tests may change freely. */
// biome-ignore lint/suspicious/noExplicitAny: the tests change whatever is in there
type Editable = any
