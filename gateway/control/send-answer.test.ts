import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import type { Exchange } from '../http/exchange.ts'
import { sendMessage } from './send-answer.ts'

test('the size of a message is known to what limits large lists and unread answers', () => {
  const response = {
    setHeader: () => undefined,
    write: () => true,
    end: () => undefined,
  } as unknown as ServerResponse
  const exchange: Parameters<typeof sendMessage>[0] & Pick<Exchange, 'answerBytes'> = {
    response,
    requestId: 'x',
    head: [],
  }
  sendMessage(exchange, 'application/json', [Buffer.alloc(2_000_000), Buffer.alloc(1_000_000)])
  expect(exchange.answerBytes).toBe(3_000_000)
})
