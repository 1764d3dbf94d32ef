import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { Reason } from '../errors/errors.ts'
import { databaseError, LOST_CONNECTION, sqlState } from './errors.ts'

const raised = (code: string) => Object.assign(new Error('write'), { code })

test.each(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'EAI_AGAIN', 'ERR_STREAM_DESTROYED'])(
  'a connection that breaks with %s is mapped to unavailable',
  (code) => {
    expect(databaseError(raised(code))).toMatchObject({ reason: Reason.UNAVAILABLE })
  },
)

test.each(['ERR_INVALID_ARG_TYPE', 'ERR_OUT_OF_RANGE', 'ERR_ASSERTION', 'EISDIR', 'EXPLAINED'])(
  '%s of a programming error is not mapped',
  (code) => {
    const error = raised(code)
    expect(databaseError(error)).toBe(error)
  },
)

test.each(['57P01', '53300', '08006', '25006'])('SQLSTATE %s is mapped to unavailable', (code) => {
  expect(databaseError(raised(code))).toMatchObject({ reason: Reason.UNAVAILABLE })
})

test.each(['23505', 'P0902', '40P01', 'XX000'])('SQLSTATE %s is not mapped', (code) => {
  const error = raised(code)
  expect([databaseError(error), sqlState(error)]).toEqual([error, code])
})

test.each([...LOST_CONNECTION])('the driver’s "%s" is mapped to unavailable', (message) => {
  expect(databaseError(new Error(message))).toMatchObject({ reason: Reason.UNAVAILABLE })
})

test('an own error whose text mentions a connection is not mapped', () => {
  const error = new Error('the connection of the webhook has a timeout')
  expect(databaseError(error)).toBe(error)
})

test('LOST_CONNECTION has all of the driver’s texts about lost connections', () => {
  const { resolve } = createRequire(import.meta.url)
  const source = ['pg', 'pg-pool']
    .flatMap((name) => filesIn(dirname(resolve(name))))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const thrown = [...source.matchAll(/new Error\('([^']+)'/g)].map(([, text]) => text!)
  const found = thrown.filter((text) => /connect(?:ion|\b)|timeout|queryable/i.test(text))
  expect([...new Set(found)].sort()).toEqual([...LOST_CONNECTION].sort())
})

/** The JavaScript files of a directory. */
const filesIn = (directory: string): string[] =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(directory, name))
