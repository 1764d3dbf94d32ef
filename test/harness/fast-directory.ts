import { readFile, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

/**
 * Returns where the cluster of a run is kept: in memory (`/dev/shm`) where there is room for the databases of all test files, else
 * in the system's directory for temporary files. Each clone makes some 700 files. On ext4 without a journal each new file passes
 * over all files that were deleted in the last minutes, such as the cluster of the run before.
 */
export async function fastDirectory(): Promise<string> {
  const isMounted = isTmpfs(await readFile('/proc/self/mounts', 'utf8').catch(() => ''))
  if (!isMounted || process.availableMemory() < ROOM) return tmpdir()
  const { bavail, bsize } = await statfs(IN_MEMORY)
  return bavail * bsize < ROOM ? tmpdir() : IN_MEMORY
}

/** Whether those mounts (`/proc/self/mounts`) have a tmpfs there. PostgreSQL's programs may be copied there, so they must run. */
export function isTmpfs(mounts: string): boolean {
  const found = mounts.split('\n').findLast((line) => line.split(' ')[1] === IN_MEMORY)
  const [, , type, options = ''] = found?.split(' ') ?? []
  const given = new Set(options.split(','))
  return type === 'tmpfs' && given.has('rw') && !given.has('noexec')
}

const IN_MEMORY = '/dev/shm'

/** Bytes. A run takes less than half: some 400 databases of 12 MB, and up to 2 GB of WAL. */
const ROOM = 12 * 2 ** 30
