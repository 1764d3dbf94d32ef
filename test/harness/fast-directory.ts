import { mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes the directory for the cluster of a run: in memory (`/dev/shm`) where there is room for the databases of all test files, else
 * in the system's directory for temporary files. Each clone makes some 700 files. On ext4 without a journal each new file passes
 * over all files that were deleted in the last minutes, such as the cluster of the run before.
 */
export async function makeFastDirectory(): Promise<string> {
  return await mkdtemp(join(await fastDirectory(), NAME)).catch(() => mkdtemp(join(tmpdir(), NAME)))
}

async function fastDirectory(): Promise<string> {
  const isMounted = isTmpfs(await readFile('/proc/self/mounts', 'utf8').catch(() => ''))
  if (!isMounted) return tmpdir()
  await removeOfEndedRuns(IN_MEMORY)
  if (process.availableMemory() < ROOM) return tmpdir()
  const { bavail, bsize } = await statfs(IN_MEMORY)
  return bavail * bsize < ROOM ? tmpdir() : IN_MEMORY
}

/** Removes what runs have left that were killed: it would take memory until the machine starts again. */
export async function removeOfEndedRuns(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const pid = /^attestry-run-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid)))
      await rm(join(directory, name), { recursive: true, force: true }).catch(() => {})
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Whether those mounts (`/proc/self/mounts`) have a tmpfs there. PostgreSQL's programs may be copied there, so they must run. */
export function isTmpfs(mounts: string): boolean {
  const found = mounts.split('\n').findLast((line) => line.split(' ')[1] === IN_MEMORY)
  const [, , type, options = ''] = found?.split(' ') ?? []
  const given = new Set(options.split(','))
  return type === 'tmpfs' && given.has('rw') && !given.has('noexec')
}

const IN_MEMORY = '/dev/shm'

const NAME = `attestry-run-${process.pid}-`

/** Bytes. A run takes less than half: some 400 databases of 12 MB, and up to 2 GB of WAL. */
const ROOM = 16 * 2 ** 30
