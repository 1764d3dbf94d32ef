import { expect, test } from 'vitest'
import { requireMeasured } from '../../clients/cli/src/import/require-measured.ts'
import { listening } from '../harness/listening.ts'

test.each([
  [1, 'has a newer version'],
  [200, 'is not among the 200 newest suites of the AI system'],
])(
  'a suite missing from the server’s list of %d is a warning, and an error with --whole-suite',
  async (n, why) => {
    const data = Array.from({ length: n }, (_, i) => ({ id: String(i), thresholds: [] }))
    const files = [{ evaluations: [], unmeasured: [{ metric: 'Bias', evalType: 'bias' }] }]
    await listening(
      (_, response) => response.end(JSON.stringify({ data })),
      async (url) => {
        const lines: string[] = []
        const retryPolicy = { retries: 0, timeoutMs: 10_000, log: (line: string) => void lines.push(line) }
        const submitted = { files, systemId: 's', suiteIds: new Set(['other']) }
        const require = (whole: boolean) => requireMeasured({ url, key: 'k' }, retryPolicy, submitted, whole)
        await require(false)
        expect(lines).toEqual([
          `warning: Bias (bias): not measured; where the suite asks for it, the gate takes an earlier result (the suite ${why})`,
        ])
        await expect(require(true)).rejects.toThrow(`--whole-suite: the suite ${why}`)
      },
    )
  },
)
