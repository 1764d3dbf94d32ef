import { expect, test } from 'vitest'
import { incident } from './support/honest.ts'
import { attachment } from './support/incidents.ts'
import { TestLog, uuid } from './support/log.ts'
import { buildPackage } from './support/package.ts'
import { outcome } from './support/run.ts'
import { makeKey } from './support/signer.ts'
import { unpack } from './support/zip.ts'

const key = makeKey()

test('a package verifies in which a batch of records spans two parts', async () => {
  const long = new TestLog()
  const records = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({ id: uuid(`${from + i}`), seq: from + i }))
  long.append('submitEvents', { 'agent-events': records(0, 99_900) })
  long.append('submitEvents', { 'agent-events': records(99_900, 1_500) })
  const bytes = await buildPackage(long, key, { chunk: 100 })
  const parts = JSON.parse(unpack(bytes).get('manifest.json')!.toString()).parts
  expect(parts.map((part: { lines: number }) => part.lines)).toEqual([100_000, 1_400, 2])
  expect(await outcome(bytes, { pin: [key.kid] })).toBe('verified')
})

test.each([
  ['of an incident', true],
  ['of everything', false],
])('an attachment of the largest size verifies against its record, in a package %s', async (_, isSupport) => {
  const log = new TestLog()
  log.append('createIncident', { incidents: [incident('a', 1, 'open')] })
  log.append('attachToIncident', attachment('x'.repeat(10 * 1024 * 1024)))
  const bytes = await buildPackage(
    log,
    key,
    isSupport ? { incident: { id: uuid('a'), indices: [0, 1] } } : {},
  )
  expect(await outcome(bytes, { pin: [key.kid] })).toBe('verified')
})
