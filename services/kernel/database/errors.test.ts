import { expect, test } from 'vitest'
import { Reason } from '../errors/errors.ts'
import { databaseError, sqlState } from './errors.ts'

const raised = (code: string) => Object.assign(new Error('write'), { code })

test.each(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT'])(
  'a connection that breaks by %s is a database that does not answer',
  (code) => {
    expect(databaseError(raised(code))).toMatchObject({ reason: Reason.UNAVAILABLE })
  },
)

test.each(['57P01', '53300', '08006'])('SQLSTATE %s is one too', (code) => {
  expect(databaseError(raised(code))).toMatchObject({ reason: Reason.UNAVAILABLE })
})

test.each(['23505', 'P0902', '40P01', 'XX000'])('SQLSTATE %s passes through', (code) => {
  const error = raised(code)
  expect([databaseError(error), sqlState(error)]).toEqual([error, code])
})
