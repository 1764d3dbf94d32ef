import { expect, test } from 'vitest'
import { ENDLESS, lying } from '../clients/endless-lists.ts'
import { listening } from '../harness/listening.ts'
import { pipeline } from './pipeline.ts'
import { scratch } from './samples.ts'

const written = scratch()
const HEADING = 'name,asset_type,classification,business_criticality\n'

test.each([
  ...ENDLESS,
  ['more rows than were asked for', () => ({ data: Array(201).fill({}), next_cursor: null })] as const,
])('attestry import stops reading a register whose server lies: %s', async (_, answer) => {
  const file = await written('assets.csv', `${HEADING}Mail,service,internal,low\n`)
  const made: unknown[] = []
  const answered = lying(answer)
  await listening(
    (request, response) => {
      if (request.method === 'POST') made.push(request.url)
      answered(request, response)
    },
    async (url) => {
      const args = ['import', 'assets', file, '--url', url, '--retries', '0']
      const { code, stderr } = await pipeline(args, { ATTESTRY_API_KEY: 'k' })
      expect({ code, made, stderr }).toEqual({
        code: 4,
        made: [],
        stderr: expect.stringContaining('the list of assets cannot be read'),
      })
    },
  )
})
