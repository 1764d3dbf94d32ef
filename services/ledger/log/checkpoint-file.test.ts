import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { StoredCheckpoint } from '../store/log/checkpoints.ts'
import { checkpointFile } from './checkpoint-file.ts'

test('a line of the checkpoint file that a full disk truncated costs no other checkpoint', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'attestry-checkpoints-'))
  try {
    const file = checkpointFile(directory)
    const checkpoint = (note: string) => ({ note, signedAt: new Date(0) }) as StoredCheckpoint
    await file.append(checkpoint('log\nfirst'))
    await appendFile(join(directory, 'checkpoints.jsonl'), '{"at":"1970-01-01T00:0')
    await file.append(checkpoint('log\nsecond'))
    await file.append(checkpoint('log\nthird'))
    expect(await Array.fromAsync(file.read('log'))).toEqual(['log\nfirst', 'log\nsecond', 'log\nthird'])
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})

test('a very long line of the checkpoint file costs no other checkpoint', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'attestry-checkpoints-'))
  try {
    const path = join(directory, 'checkpoints.jsonl')
    const id = '01234567-89ab-7def-8123-456789abcdef'
    const note = `attestry/${id}\n7\n`
    await writeFile(path, '')
    // Zeros without a line feed, which take no space.
    await truncate(path, 520 * 1024 * 1024)
    await appendFile(path, `\n${JSON.stringify({ at: '2026-01-02T03:04:05.678Z', checkpoint: note })}\n`)
    const found = await checkpointFile(directory).largest()
    expect(found).toEqual(new Map([[`attestry/${id}`, [{ size: 7, root: undefined }]]]))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})

test('reading the checkpoint file ends when its process stops', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'attestry-checkpoints-'))
  try {
    await writeFile(join(directory, 'checkpoints.jsonl'), 'no checkpoint\n')
    const signal = AbortSignal.abort()
    await expect(checkpointFile(directory).largest(signal)).rejects.toThrow(signal.reason)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})
