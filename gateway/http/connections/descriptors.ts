import type { ConnectionLimits } from './connections.ts'

/**
 * Reduces the configured limits to what the file descriptors of this process allow. Without a free descriptor Node.js accepts and
 * silently closes a connection, and no statement gets a connection to the database: outsiders MUST NOT be able to use them up. A
 * quarter is left for everything else, and one address gets a quarter of the connections.
 *
 * @param descriptors the limit of open file descriptors of the process; undefined if it is not known
 */
export function withinDescriptors(
  { perAddress, total }: ConnectionLimits,
  descriptors: number | undefined,
): ConnectionLimits {
  const most = Math.floor(((descriptors ?? Number.POSITIVE_INFINITY) * 3) / 4)
  if (total <= most) return { perAddress, total }
  return { perAddress: Math.min(perAddress, Math.ceil(most / 4)), total: most }
}
