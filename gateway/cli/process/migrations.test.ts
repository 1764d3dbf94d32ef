import { expect, test } from 'vitest'
import { migrateDatabase } from './migrations.ts'

test.each([
  ['postgres://a@127.0.0.1:1/x', '127.0.0.1:1'],
  ['postgres:///x?host=/nowhere/sockets', '/nowhere/sockets'],
  ['postgres:///x?host=localhost&port=1', 'localhost'],
])('a database that does not answer is named, also where the host is a parameter: %s', async (url, named) => {
  await expect(migrateDatabase(url)).rejects.toThrow(`PostgreSQL at ${named} does not answer: `)
})

test('a file that the address of the database names and that cannot be read is named', async () => {
  const url = 'postgres://a:hidden@127.0.0.1:1/x?sslrootcert=/nowhere/ca.pem'
  await expect(migrateDatabase(url)).rejects.toThrow(
    /^DATABASE_URL: \/nowhere\/ca\.pem cannot be read \(ENOENT\)$/,
  )
})
