import { setImmediate as turn } from 'node:timers/promises'
import { create } from '@bufbuild/protobuf'
import type { HandlerContext } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { TryWebhookMappingRequestSchema } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { tryWebhookMapping } from './try-webhook-mapping.ts'

test('mappings that are tried at once are tried one in a turn of the event loop', async () => {
  const handler = tryWebhookMapping()
  const request = create(TryWebhookMappingRequestSchema, {
    mapping: '{"title":{"default":"x"}}',
    sample: '{"severity":"high"}',
  })
  let tried = 0
  const all = Array.from({ length: 8 }, async () => {
    await handler(request, {} as HandlerContext)
    tried += 1
  })
  const perTurn: number[] = []
  while (tried < 8) {
    const before = tried
    await turn()
    perTurn.push(tried - before)
  }
  await Promise.all(all)
  expect(Math.max(...perTurn)).toBe(1)
})
