import { create } from '@bufbuild/protobuf'
import { type Checkpoint, CheckpointSchema } from '../../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import {
  type SigningKey,
  SigningKeySchema,
} from '../../../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import { tokenOf } from '../time-stamps/stamp.ts'
import type { SigningKeyState } from './signing-key.ts'

export function checkpointMessage(
  checkpoint: {
    note: string
    size: number
    root: Buffer
    kid: string
    signedAt: Date
  },
  statements: readonly { kind: string; source: string; statement: string }[],
): Checkpoint {
  const { note, size, root, kid, signedAt } = checkpoint
  const of = (kind: string) => statements.filter((one) => one.kind === kind)
  return create(CheckpointSchema, {
    note,
    treeSize: BigInt(size),
    root,
    kid,
    signedAt: timestamp(signedAt),
    cosignatures: of('cosignature').map(({ statement }) => `${statement}\n`),
    // The verifier refuses a package with a time-stamp of anything but this checkpoint. `attestry audit verify` reports such a
    // time-stamp.
    timestamps: of('timestamp').flatMap(({ statement, source }) => tokenOf(statement, source, note) ?? []),
  })
}

export function signingKeyMessage(key: SigningKeyState): SigningKey {
  const { kid, keyArn, status, number, version, validFrom, validUntil, revocationReason } = key
  return create(SigningKeySchema, {
    kid,
    keyArn,
    status,
    number,
    version,
    validFrom: timestamp(validFrom),
    ...(validUntil === null ? {} : { validUntil: timestamp(validUntil) }),
    revocationReason: revocationReason ?? '',
  })
}
