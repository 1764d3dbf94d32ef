import { create } from '@bufbuild/protobuf'
import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { CallerSchema } from '../../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import { write } from './write.ts'

/** Counts the turns of the event loop before each statement. */
async function turnsOf(length: number): Promise<number[]> {
  const id = mintId(new Date())
  const caller = create(CallerSchema, { organizationId: id, requestId: id, operation: 'attachToIncident' })
  const row = { id, version: 1, text: 'x'.repeat(length) }
  const turns: number[] = []
  let turn = 0
  let counting: NodeJS.Immediate
  const count = (): void => {
    turn += 1
    counting = setImmediate(count)
  }
  counting = setImmediate(count)
  const client = { query: async () => void turns.push(turn) } as unknown as PoolClient
  const record = { type: 'attachment-contents', table: 'ledger.attachment_contents', row }
  await write(client, { caller, at: new Date() }, [record])
  clearImmediate(counting)
  return turns
}

test('hashing and sending a large record have a turn of the event loop each', async () => {
  expect(await turnsOf(1000)).toEqual([0, 0])
  const [sent] = await turnsOf(1_000_000)
  expect(sent).toBeGreaterThanOrEqual(2)
})

test('a retry is refused before its records are written', async () => {
  const id = mintId(new Date())
  const caller = create(CallerSchema, { organizationId: id, requestId: id, operation: 'attachToIncident' })
  const row = { id, version: 1, text: '{}' }
  const sent: string[] = []
  const client = {
    query: async (text: string) => {
      sent.push(text)
      throw new Error('the key has been used')
    },
  } as unknown as PoolClient
  const record = { type: 'attachment-contents', table: 'ledger.attachment_contents', row }
  const hash = Buffer.alloc(32)
  const idempotency = { keyHash: hash, requestHash: async () => hash, answer: new Uint8Array() }
  await expect(write(client, { caller, at: new Date() }, [record], { idempotency })).rejects.toThrow('used')
  expect(sent).toEqual([expect.stringContaining('store_logged_answer')])
})
