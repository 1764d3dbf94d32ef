import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import { ZipArchive } from 'archiver'
import { afterAll, beforeAll, expect } from 'vitest'
import { pipeline } from './pipeline.ts'

export const SAMPLES = fileURLToPath(new URL('samples/', import.meta.url))
export const DRY_RUN = ['--system', 'Bot', '--suite', 'release', '--dry-run']

/** Returns a function that writes files into a directory of the test file, which is removed after it. */
export function scratch(): (name: string, content: string | Uint8Array) => Promise<string> {
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'attestry-import-'))
  })
  afterAll(() => rm(directory, { recursive: true }))
  return async (name, content) => {
    const path = join(directory, name)
    await writeFile(path, content)
    return path
  }
}

export async function dryRun(file: string) {
  const { code, stdout, stderr } = await pipeline(['import', 'results', file, ...DRY_RUN])
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout).evaluations
}

type Sent = { metric_name: string; eval_type: string; metric_value: number; passed: boolean }

export function shown({ metric_name, eval_type, metric_value, passed }: Sent) {
  return [metric_name, eval_type, metric_value, passed]
}

export function sample(name: string): string {
  return readFileSync(join(SAMPLES, name), 'utf8')
}

// biome-ignore lint/suspicious/noExplicitAny: a document that a test bends.
export function promptfoo(change: (results: any) => void): string {
  const document = JSON.parse(sample('promptfoo.json'))
  change(document.results)
  return JSON.stringify(document)
}

export async function zip(members: [string, Buffer][], store: boolean): Promise<Buffer> {
  const archive = new ZipArchive({ store })
  const chunks: Buffer[] = []
  archive.on('data', (chunk: Buffer) => chunks.push(chunk))
  for (const [name, bytes] of members) archive.append(bytes, { name })
  await archive.finalize()
  return Buffer.concat(chunks)
}

/** Sets method 93 in the headers of a stored archive with one member, and what the member has uncompressed. */
export function asZstd(archive: Buffer, uncompressed: Buffer): Buffer {
  const central = archive.indexOf(Buffer.from('504b0102', 'hex'))
  archive.writeUInt16LE(93, 8)
  archive.writeUInt16LE(93, central + 10)
  archive.writeUInt32LE(crc32(uncompressed), central + 16)
  archive.writeUInt32LE(uncompressed.length, central + 24)
  return archive
}
