import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDirectories } from './make-directories.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'attestry-directories-'))
})
afterAll(() => rm(root, { recursive: true }))

test('makeDirectories makes missing directories, and says whether it made the last one', async () => {
  const path = join(root, 'a', 'b', 'c')
  expect(await makeDirectories(path, 0o700)).toBe(true)
  expect((await stat(join(root, 'a'))).mode & 0o777).toBe(0o700)
  expect(await makeDirectories(path)).toBe(false)
  await symlink(path, join(root, 'link'))
  expect(await makeDirectories(join(root, 'link'))).toBe(false)
  expect(await makeDirectories(join(root, 'link', 'd'))).toBe(true)
})

test('makeDirectories twice at once makes the directory once', async () => {
  const path = join(root, 'x', 'y', 'z')
  const made = await Promise.all([makeDirectories(path), makeDirectories(path)])
  expect(made.filter(Boolean)).toHaveLength(1)
})

test('makeDirectories fails where none can be made', async () => {
  await writeFile(join(root, 'file'), '')
  await expect(makeDirectories(join(root, 'file'))).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(makeDirectories(join(root, 'file', 'in'))).rejects.toMatchObject({ code: 'ENOTDIR' })
  await symlink(join(root, 'nowhere'), join(root, 'dangling'))
  await expect(makeDirectories(join(root, 'dangling'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test.runIf(process.platform === 'linux')(
  'makeDirectories fails in a file system that answers ENOENT to everything',
  async () => {
    await expect(makeDirectories('/proc/attestry')).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(makeDirectories('/proc/attestry/data')).rejects.toMatchObject({ code: 'ENOENT' })
  },
)
