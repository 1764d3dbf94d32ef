import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { deliverAndCompare, jsonFiles, receiving } from './support/deliver.ts'

const FIXTURES = join(import.meta.dirname, '../../services/ingestion/domain/webhook/fixtures')

receiving()

/** How each sample is read: test/integrations/samples.test.ts; each of them delivered: every-sample.test.ts. */
describe('the webhook reads each product’s alert fixtures', () => {
  test.each(jsonFiles(FIXTURES))('%s becomes the result that the file beside it expects', async (file) => {
    const expected = JSON.parse(
      readFileSync(join(FIXTURES, file.replace(/\.json$/, '.expected.json')), 'utf8'),
    )
    await deliverAndCompare(
      readFileSync(join(FIXTURES, file)),
      expected.kind === 'invalid' ? expected : expected.alerts,
    )
  })
})
