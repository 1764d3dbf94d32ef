import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'
import type { Finding } from './finding.ts'
import type { Source } from './source.ts'

/**
 * Reads a tile of the log; returns a finding if the log does not have it.
 *
 * @throws DomainError UNAVAILABLE if there is no answer
 */
export async function readTile(read: Source, path: string): Promise<Buffer | { finding: Finding }> {
  try {
    return await read(path)
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== Reason.NOT_FOUND) throw error
    return { finding: { code: 'tile_missing', message: `${path}: ${error.message}`, path } }
  }
}
