import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isTmpfs, removeOfEndedRuns } from './fast-directory.ts'

test.each([
  ['tmpfs /dev/shm tmpfs rw,nosuid,nodev,size=12345k 0 0', true],
  ['shm /dev/shm tmpfs rw,nosuid,nodev,noexec,relatime,size=65536k 0 0', false],
  ['tmpfs /dev/shm tmpfs ro,nosuid 0 0', false],
  ['/dev/vda /dev/shm ext4 rw 0 0', false],
  ['tmpfs /dev/shm/of-another tmpfs rw 0 0', false],
  ['', false],
])('a run’s cluster may be kept in memory with the mount %j: %j', (mount, isUsable) => {
  expect(isTmpfs(`proc /proc proc rw 0 0\n${mount}\ntmpfs /run tmpfs rw 0 0\n`)).toBe(isUsable)
})

test('the mount that lies above another one counts', () => {
  expect(isTmpfs('tmpfs /dev/shm tmpfs rw 0 0\ntmpfs /dev/shm tmpfs rw,noexec 0 0\n')).toBe(false)
})

test('clusters of runs that have ended are removed, and nothing else', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'attestry-runs-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const { pid } = spawnSync(process.execPath, ['--version'])
  const kept = [`attestry-run-${process.pid}-a`, `attestry-run-${pid}`, `other-${pid}-a`]
  for (const name of [...kept, `attestry-run-${pid}-a`])
    await mkdir(join(directory, name, 'inner'), { recursive: true })
  await removeOfEndedRuns(directory)
  expect((await readdir(directory)).sort()).toEqual(kept.sort())
})
