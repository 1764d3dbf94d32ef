import { expect, test } from 'vitest'
import { answerJson, type Exchange } from '../http/exchange.ts'
import { openapiOperations } from './openapi.ts'

test('the document is encoded once for all calls', async () => {
  let encoded = 0
  const document = {
    toJSON: () => {
      encoded += 1
      return { openapi: '3.1.0' }
    },
  }
  const sent: string[] = []
  const response = {
    writeHead: () => response,
    end: (bytes: Uint8Array | string) => sent.push(Buffer.from(bytes).toString()),
  }
  const [{ handle }] = openapiOperations as [(typeof openapiOperations)[0]]
  for (let n = 0; n < 3; n++) {
    const result = await handle({} as never, { document: () => document } as never)
    const exchange = { request: { complete: true }, response, head: [], requestId: 'r' }
    answerJson(exchange as unknown as Exchange, 200, result)
  }
  expect(sent).toEqual(Array(3).fill('{"openapi":"3.1.0"}'))
  expect(encoded).toBe(1)
})
