import { expect, test } from 'vitest'
import { UsageError } from '../errors/usage-error.ts'
import { allBytes, bytesOfFile } from './bytes-of-file.ts'
import { linesOfFile } from './lines-of-file.ts'
import { textOfFile } from './text-of-file.ts'

const ENDLESS = '/dev/zero'

test('an endless file is refused, whole and by lines', async () => {
  await expect(bytesOfFile(ENDLESS)).rejects.toMatchObject({
    code: 'EFBIG',
    message: 'it has more than 32 MiB',
  })
  await expect(textOfFile('--mapping', ENDLESS)).rejects.toThrow(
    new UsageError('--mapping /dev/zero: it has more than 32 MiB'),
  )
  const lines = Array.fromAsync(linesOfFile('--checkpoints', ENDLESS))
  await expect(lines).rejects.toThrow(new UsageError('--checkpoints /dev/zero: line 1 is longer than 1 MiB'))
})

test('a missing file, a directory and invalid UTF-8 are named in the error', async () => {
  const of = (path: string) => Array.fromAsync(linesOfFile('--checkpoints', path))
  await expect(of('/no/such/file')).rejects.toThrow('--checkpoints /no/such/file: no such file')
  await expect(of('/')).rejects.toThrow(/^--checkpoints \/: EISDIR/)
  await expect(of(process.execPath)).rejects.toThrow(/not UTF-8|longer than 1 MiB/)
})

test('a file up to the limit is read', async () => {
  async function* pieces() {
    yield Buffer.from('ab')
    yield Buffer.from('c')
  }
  expect((await allBytes(pieces(), 3)).toString()).toBe('abc')
  await expect(allBytes(pieces(), 2)).rejects.toMatchObject({ code: 'EFBIG' })
})
