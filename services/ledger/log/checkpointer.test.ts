import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog } from '../../kernel/logging/log.ts'
import type { CheckpointStore } from '../store/log/checkpoints.ts'
import type { TreeHead, TreeHeads } from '../store/log/tree-heads.ts'
import { checkpointFile } from './checkpoint-file.ts'
import { Checkpointer } from './checkpointer.ts'

test('checkpoints are made while the checkpoint file is still being read', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'attestry-checkpointer-'))
  try {
    const asked: string[] = []
    let reads = 0
    // The file is so large that reading it does not end.
    const largest = (): Promise<never> => {
      reads += 1
      return new Promise(() => {})
    }
    const grown = async (kid: string): Promise<TreeHead[]> => {
      asked.push(kid)
      return []
    }
    const checkpointer = new Checkpointer({
      trees: { grown } as unknown as TreeHeads,
      checkpoints: { newestSince: async () => [] } as unknown as CheckpointStore,
      signingKeys: { current: async () => ({ kid: 'key' }) as never, sign: async () => Buffer.alloc(64) },
      file: { ...checkpointFile(directory), largest },
      clock: { now: () => new Date(0) } as never,
      nodes: () => async () => Buffer.alloc(32),
      log: createLog({ ATTESTRY_LOG_LEVEL: 'error' }),
    })
    await checkpointer.makeAll()
    await checkpointer.makeAll()
    expect(asked).toEqual(['key', 'key'])
    expect(reads).toBe(1)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})
