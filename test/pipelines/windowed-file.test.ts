import { openSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WindowedFile } from '../../clients/cli/src/import/archives/windowed-file.ts'

test('WindowedFile reads parts at any position whole, and short beyond the end', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'attestry-windows-'))
  const path = join(directory, 'file')
  const bytes = Buffer.alloc(3 * 1024 * 1024 + 17, 'a file in windows, ')
  await writeFile(path, bytes)
  const file = new WindowedFile(path, openSync(path, 'r'))
  const read = (position: number, length: number) =>
    new Promise<Buffer>((resolve, reject) => {
      const buffer = Buffer.alloc(length + 2)
      file.read(buffer, 1, length, position, (error, bytesRead = length) =>
        error === null ? resolve(buffer.subarray(1, 1 + bytesRead)) : reject(error),
      )
    })
  try {
    const window = 1024 * 1024
    const parts = [
      [0, 46],
      [46, window],
      [window - 1, 2],
      [10, 3 * window],
      [bytes.length - 5, 5],
      [0, bytes.length],
    ] as const
    for (const [position, length] of parts)
      expect(bytes.compare(await read(position, length), 0, length, position, position + length)).toBe(0)
    expect((await read(bytes.length - 5, 9)).length).toBe(5)
    expect((await read(bytes.length + 1, 9)).length).toBe(0)
  } finally {
    await new Promise((resolve) => file.close(resolve))
    await rm(directory, { recursive: true })
  }
})
