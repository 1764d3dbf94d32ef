import { create } from '@bufbuild/protobuf'
import { type VerifiedLog, VerifiedLogSchema } from '../../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { canonicalJson } from '../../../../services/kernel/json/canonical-json.ts'
import { writePrivate } from '../../data-directory/private-file.ts'
import { UsageError } from '../../errors/usage-error.ts'
import { bytesOfFile } from '../../options/bytes-of-file.ts'

/**
 * Reads the part of the log that an earlier verification has covered: one JSON object, in the file of `--resume`. Anyone who can
 * write the file decides which part is not verified again. The file MUST be kept where administrators of the database cannot
 * write.
 */
export async function readVerified(path: string, organizationId: string): Promise<VerifiedLog | undefined> {
  const bytes = await bytesOfFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new UsageError(`--resume ${path}: ${error.message}`)
  })
  if (bytes === undefined) return undefined
  const kept = keptOf(bytes.toString())
  if (kept === undefined) throw new UsageError(`--resume ${path}: not a file that a verification wrote`)
  if (kept.log !== organizationId) throw new UsageError(`--resume ${path}: it belongs to another log`)
  return create(VerifiedLogSchema, {
    size: BigInt(kept.size),
    frontier: Buffer.from(kept.frontier, 'hex'),
    records: Object.fromEntries(Object.entries(kept.records).map(([type, count]) => [type, BigInt(count)])),
  })
}

export async function writeVerified(
  path: string,
  organizationId: string,
  verified: VerifiedLog,
): Promise<void> {
  const { size, frontier, records } = verified
  const kept: Kept = {
    format: FORMAT,
    frontier: Buffer.from(frontier).toString('hex'),
    log: organizationId,
    records: Object.fromEntries(Object.entries(records).map(([type, count]) => [type, Number(count)])),
    size: Number(size),
  }
  await writePrivate(path, `${canonicalJson(kept)}\n`)
}

function keptOf(text: string): Kept | undefined {
  try {
    const { format, frontier, log, records, size } = JSON.parse(text) as Kept
    const counts = [size, ...Object.values(records)]
    const valid =
      format === FORMAT &&
      typeof log === 'string' &&
      /^(?:[0-9a-f]{64})*$/.test(frontier) &&
      counts.every((count) => Number.isSafeInteger(count) && count >= 0)
    return valid ? { format, frontier, log, records, size } : undefined
  } catch {
    return undefined
  }
}

type Kept = {
  format: string
  frontier: string
  log: string
  records: { [type: string]: number }
  size: number
}

const FORMAT = 'attestry-verified/1'
