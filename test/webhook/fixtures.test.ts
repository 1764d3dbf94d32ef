import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'vitest'
import { deliverAndCompare, deliverSample, jsonFiles, receiving, SAMPLES } from './support/deliver.ts'

const FIXTURES = join(import.meta.dirname, '../../services/ingestion/domain/webhook/fixtures')

receiving()

/** How each of the others is read: test/integrations/samples.test.ts; each of them delivered: every-sample.test.ts. */
const firstOfEach = jsonFiles(SAMPLES).filter(
  (file, i, files) => dirname(file) !== dirname(files[i - 1] ?? ''),
)

describe('every product’s alerts, as they come', () => {
  test.each(jsonFiles(FIXTURES))('%s becomes the result that the file beside it expects', async (file) => {
    const expected = JSON.parse(
      readFileSync(join(FIXTURES, file.replace(/\.json$/, '.expected.json')), 'utf8'),
    )
    await deliverAndCompare(
      readFileSync(join(FIXTURES, file)),
      expected.kind === 'invalid' ? expected : expected.alerts,
    )
  })

  test.each(firstOfEach)('%s becomes the expected incidents', deliverSample)
})
