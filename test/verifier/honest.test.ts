import { describe, expect, test } from 'vitest'
import { eventfulLog } from './support/honest.ts'
import { buildPackage } from './support/package.ts'
import { outcome, verify } from './support/run.ts'
import { makeKey } from './support/signer.ts'

const log = eventfulLog()
const key = makeKey()

describe('an honest package verifies', () => {
  test('of everything, under a pin, with every step passed that can be', async () => {
    const report = await verify(await buildPackage(log, key), { pin: [key.kid] })
    expect(report.failures).toEqual([])
    expect(report.steps.map((s) => s.status)).toEqual([...Array(7).fill('PASS'), 'NOT CHECKED'])
    expect(report).toMatchObject({ result: 'verified', exit_code: 0, trust: 'pin' })
  })

  test('of every range of the log', async () => {
    for (let first = 0; first < log.entries.length; first++) {
      for (let end = first + 1; end <= log.entries.length; end++) {
        expect(await outcome(await buildPackage(log, key, { first, end })), `${first} to ${end}`).toBe(
          'verified',
        )
      }
    }
  })
})
