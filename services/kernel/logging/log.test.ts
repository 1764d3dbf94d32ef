import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { toConnectError } from '../errors/connect-errors.ts'
import { DomainError, Reason } from '../errors/errors.ts'
import { createLog } from './log.ts'
import { logLimit } from './log-limit.ts'

test('an unknown ATTESTRY_LOG_LEVEL is refused with its name, and an empty one is ignored', () => {
  const wrong = () => createLog({ ATTESTRY_LOG_LEVEL: 'loud' })
  expect(wrong).toThrow('ATTESTRY_LOG_LEVEL must be trace, debug, info, warn or error')
  expect(() => createLog({ ATTESTRY_LOG_LEVEL: '' })).not.toThrow()
})

const lines = (write: (log: ReturnType<typeof createLog>) => void): { [field: string]: unknown }[] => {
  const stream = new PassThrough({ highWaterMark: 16 * 1024 * 1024 })
  write(createLog({}, stream))
  return (
    (stream.read() as Buffer | null)
      ?.toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)) ?? []
  )
}

test('failures of one kind get a limited number of log lines', () => {
  const written = lines((log) => {
    for (let i = 0; i < 1000; i++) {
      log.error({ err: new DomainError(Reason.UNAVAILABLE, `no ${i}`), request_id: `${i}` }, 'call failed')
      log.error({ err: new DomainError(Reason.INTERNAL, `no ${i}`) }, 'call failed')
      if (i < 100) log.info(`served ${i}`)
    }
  })
  expect(written.filter(({ level }) => level === 50)).toHaveLength(40)
  expect(written.filter(({ level }) => level === 30)).toHaveLength(100)
})

test('the number of withheld log lines is logged once their minute is over', async () => {
  const warned: unknown[] = []
  const limit = logLimit(2, 10)
  const logger = { warn: (fields: unknown) => warned.push(fields) } as never
  expect([1, 2, 3, 4, 5].map(() => limit.admit('same kind', logger))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  await expect.poll(() => warned).toEqual([{ lines: 3, like: 'same kind' }])
  expect(limit.admit('same kind', logger)).toBe(true)
})

test('an expected error is logged with its causes and without a stack, and an unexpected one with it', () => {
  const cause = new Error('connection refused')
  const [expected, fault] = lines((log) => {
    log.error({ err: new DomainError(Reason.UNAVAILABLE, 'the database does not answer', { cause }) }, 'x')
    log.error({ err: new TypeError('undefined is not a function') }, 'x')
  })
  expect(expected!.err).toEqual({
    type: 'DomainError',
    message: 'the database does not answer: connection refused',
  })
  expect((fault!.err as { stack: string }).stack).toContain('log.test.ts')
})

test('what others sent makes no line of the log long, and is not in it as bytes', () => {
  const long = 'x'.repeat(1_000_000)
  const unexpected = Object.assign(new Error(long, { cause: new Error(long) }), {
    code: 'HPE_INVALID_CONSTANT',
    rawPacket: Buffer.from(`secret ${long}`),
    detail: long,
    since: new Date(0),
    answers: Array.from({ length: 1000 }, () => long),
  })
  const written = lines((log) => {
    log.error({ err: unexpected }, 'x')
    log.error({ err: new DomainError(Reason.UNAVAILABLE, long, { cause: new Error(long) }) }, 'y')
  })
  for (const line of written) expect(JSON.stringify(line).length).toBeLessThan(200_000)
  const { code, rawPacket, since, stack } = written[0]!.err as { [field: string]: string }
  expect([code, rawPacket, since]).toEqual([
    'HPE_INVALID_CONSTANT',
    '1000007 bytes',
    '1970-01-01T00:00:00.000Z',
  ])
  expect(stack).toContain('log.test.ts')
})

test('an unexpected error that has crossed a call is logged with its stack, without the descriptors of its details', () => {
  const [fault] = lines((log) => {
    const err = toConnectError(new DomainError(Reason.INTERNAL, 'a fault', { details: { of: 'this' } }))
    log.error({ err }, 'x')
  })
  expect(Object.keys(fault!.err as object)).not.toContain('details')
  expect((fault!.err as { stack: string }).stack).toContain('log.test.ts')
  expect(JSON.stringify(fault).length).toBeLessThan(4000)
})
