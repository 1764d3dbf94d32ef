import { expect, test } from 'vitest'
import { Attestry, Unreachable } from '../../clients/typescript/src/index.ts'
import { listening } from '../harness/listening.ts'
import { ENDLESS, lying } from './endless-lists.ts'
import { TOO_LARGE } from './no-decisions.ts'

test.each(TOO_LARGE)(
  'the TypeScript client does not parse an answer beyond the API’s limits: %s',
  async (_, status, body) => {
    await listening(
      (_, response) => response.writeHead(status).end(body),
      async (baseUrl) => {
        const { incidents } = new Attestry({ baseUrl, apiKey: 'key', retries: 0 })
        await expect(incidents.get('x')).rejects.toBeInstanceOf(Unreachable)
      },
    )
  },
)

test('the TypeScript client does not count brackets in texts as lists', async () => {
  const description = '[{"\\'.repeat(1_500_000)
  await listening(
    (_, response) => response.end(JSON.stringify({ description })),
    async (baseUrl) => {
      const { incidents } = new Attestry({ baseUrl, apiKey: 'key' })
      expect(await incidents.get('x')).toEqual({ description })
    },
  )
})

test.each(ENDLESS)('the TypeScript client stops paging a list whose server lies: %s', async (_, answer) => {
  await listening(lying(answer), async (baseUrl) => {
    const { incidents } = new Attestry({ baseUrl, apiKey: 'key', retries: 0 })
    await expect(incidents.list().toArray()).rejects.toBeInstanceOf(Unreachable)
  })
})

test('the TypeScript client does not try a call again at once that is to wait longer than a timer counts', async () => {
  let asked = 0
  await listening(
    (_, response) => {
      asked += 1
      response.writeHead(429, { 'retry-after': '3000000' }).end()
    },
    async (baseUrl) => {
      const { incidents } = new Attestry({
        baseUrl,
        apiKey: 'key',
        retries: 2,
        maxWaitMs: Number.POSITIVE_INFINITY,
      })
      await expect(incidents.get('x')).rejects.toBeInstanceOf(Unreachable)
    },
  )
  expect(asked).toBe(1)
})
