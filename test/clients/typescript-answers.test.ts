import { expect, test } from 'vitest'
import { Attestry, Unreachable } from '../../clients/typescript/src/index.ts'
import { listening } from '../harness/listening.ts'
import { ENDLESS, lying } from './endless-lists.ts'
import { TOO_LARGE } from './no-decisions.ts'

test.each(TOO_LARGE)('no answer is parsed that the API cannot have given: %s', async (_, status, body) => {
  await listening(
    (_, response) => response.writeHead(status).end(body),
    async (baseUrl) => {
      const { incidents } = new Attestry({ baseUrl, apiKey: 'key', retries: 0 })
      await expect(incidents.get('x')).rejects.toBeInstanceOf(Unreachable)
    },
  )
})

test('brackets in texts are no lists', async () => {
  const description = '[{"\\'.repeat(1_500_000)
  await listening(
    (_, response) => response.end(JSON.stringify({ description })),
    async (baseUrl) => {
      const { incidents } = new Attestry({ baseUrl, apiKey: 'key' })
      expect(await incidents.get('x')).toEqual({ description })
    },
  )
})

test.each(ENDLESS)('a server that lies about a list does not keep its reader: %s', async (_, answer) => {
  await listening(lying(answer), async (baseUrl) => {
    const { incidents } = new Attestry({ baseUrl, apiKey: 'key', retries: 0 })
    await expect(incidents.list().toArray()).rejects.toBeInstanceOf(Unreachable)
  })
})
