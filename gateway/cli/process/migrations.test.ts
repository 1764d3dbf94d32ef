import { expect, test } from 'vitest'
import { Reason } from '../../../services/kernel/errors/errors.ts'
import { migrateDatabase } from './migrations.ts'

test.each([
  ['postgres://a@127.0.0.1:1/x', '127.0.0.1:1'],
  ['postgres:///x?host=/nowhere/sockets', '/nowhere/sockets'],
  ['postgres:///x?host=localhost&port=1', 'localhost'],
  ['postgres://a:hidden@192.0.2.1:1/x?host=127.0.0.1', '127.0.0.1'],
])('a database that does not answer is named, also where the host is a parameter: %s', async (url, named) => {
  await expect(migrateDatabase(url)).rejects.toThrow(`PostgreSQL at ${named} does not answer: `)
})

test.each([
  [
    'postgres://a:hidden@127.0.0.1:1/x?sslrootcert=/nowhere/ca.pem',
    '/nowhere/ca.pem cannot be read (ENOENT)',
  ],
  ['postgres://a:hidden@127.0.0.1:1/x?sslkey=/', 'a directory is named in place of a file (EISDIR)'],
  ['postgres://a:hid%C3den@127.0.0.1:1/x', 'a % of its user, password or host must be written %25'],
])('what the driver cannot read of the address of the database is named: %s', async (url, problem) => {
  const error = await migrateDatabase(url).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ reason: Reason.VALIDATION, message: `DATABASE_URL: ${problem}` })
})
