import { create } from '@bufbuild/protobuf'
import { type Checkpoint, CheckpointSchema } from '../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { type SigningKey, SigningKeySchema } from '../../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { invalid } from '../../kernel/errors.ts'
import { timestamp } from '../../kernel/time.ts'
import type { SigningKeyState } from './signing-key.ts'

export function checkpointMessage(it: {
  note: string
  size: number
  root: Buffer
  kid: string
  signedAt: Date
}): Checkpoint {
  const { note, size, root, kid, signedAt } = it
  return create(CheckpointSchema, {
    note,
    treeSize: BigInt(size),
    root,
    kid,
    signedAt: timestamp(signedAt),
  })
}

export function signingKeyMessage(it: SigningKeyState): SigningKey {
  const { kid, keyArn, status, number, version, validFrom, validUntil, revocationReason } = it
  return create(SigningKeySchema, {
    ...{ kid, keyArn, status, number, version, validFrom: timestamp(validFrom) },
    ...(validUntil === null ? {} : { validUntil: timestamp(validUntil) }),
    revocationReason: revocationReason ?? '',
  })
}

/** A list of a request that asks for many proofs at once. @throws DomainError VALIDATION beyond 4,096 */
export function proofsAsked(field: string, values: readonly bigint[]): number[] {
  if (values.length > MAX_PROOFS) throw invalid({ [field]: [`must be at most ${MAX_PROOFS}`] })
  return values.map(Number)
}

/**
 * The proofs of what a caller asks for. @throws DomainError VALIDATION where there is no such leaf or earlier size
 */
export async function proving<T>(field: string, prove: () => Promise<T>): Promise<T> {
  try {
    return await prove()
  } catch (error) {
    if (error instanceof RangeError) throw invalid({ [field]: [error.message] })
    throw error
  }
}

const MAX_PROOFS = 4096
