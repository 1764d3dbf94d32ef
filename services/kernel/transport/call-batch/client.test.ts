import { create } from '@bufbuild/protobuf'
import { createClient, createRouterTransport } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import {
  AgentRunService,
  SubmitRunEventsRequestSchema,
} from '../../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { batchingTransport } from './client.ts'

test('the items of a large call are encoded in several turns of the event loop', async () => {
  let received = 0
  const plain = createRouterTransport(({ service }) =>
    service(AgentRunService, {
      submitRunEvents: ({ events }) => {
        received = events.length
        return {}
      },
    }),
  )
  const payload = { text: 'x'.repeat(32 * 1024) }
  const events = Array.from({ length: 40 }, (_, seq) => ({ seq: BigInt(seq), payload }))
  const request = create(SubmitRunEventsRequestSchema, { events })
  let encoded = 0
  for (const event of request.events)
    Object.defineProperty(event, 'payload', {
      get: () => {
        encoded += 1
        return payload
      },
    })
  const answer = createClient(AgentRunService, batchingTransport(plain)).submitRunEvents(request)
  expect(encoded).toBeLessThan(20)
  await answer
  expect(received).toBe(40)
})
