import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { StoredCheckpoint } from '../store/log/checkpoints.ts'
import { checkpointFile } from './checkpoint-file.ts'

test('a line that a full disk cut off costs itself and no other checkpoint', async () => {
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
