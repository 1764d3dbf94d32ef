import { AuditService } from '../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { LogService } from '../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { SigningKeyService } from '../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import type { RouteSink } from '../kernel/transport/routes.ts'
import type { LedgerContext } from './context.ts'
import { createCheckpoint } from './rpc/create-checkpoint.ts'
import { getCheckpoint } from './rpc/get-checkpoint.ts'
import { getConsistencyProofs } from './rpc/get-consistency-proofs.ts'
import { getEntryProof } from './rpc/get-entry-proof.ts'
import { getInclusionProofs } from './rpc/get-inclusion-proofs.ts'
import { getKeySet } from './rpc/get-key-set.ts'
import { getRangeProof } from './rpc/get-range-proof.ts'
import { getTile } from './rpc/get-tile.ts'
import { listCheckpoints } from './rpc/list-checkpoints.ts'
import { listEntries } from './rpc/list-entries.ts'
import { listSigningKeys } from './rpc/list-signing-keys.ts'
import { recordCall } from './rpc/record-call.ts'
import { revokeSigningKey } from './rpc/revoke-signing-key.ts'
import { rotateSigningKey } from './rpc/rotate-signing-key.ts'
import { signPackage } from './rpc/sign-package.ts'
import { signStatement } from './rpc/sign-statement.ts'
import { verifyLog } from './rpc/verify-log.ts'

/** The Connect services of the audit log, its tree and the keys that sign it. */
export function logRoutes(sink: RouteSink, ctx: LedgerContext): void {
  sink.service(AuditService, { recordCall: recordCall(ctx), listEntries: listEntries(ctx) })
  sink.service(LogService, {
    getCheckpoint: getCheckpoint(ctx),
    listCheckpoints: listCheckpoints(ctx),
    createCheckpoint: createCheckpoint(ctx),
    getInclusionProofs: getInclusionProofs(ctx),
    getRangeProof: getRangeProof(ctx),
    getConsistencyProofs: getConsistencyProofs(ctx),
    getEntryProof: getEntryProof(ctx),
    getTile: getTile(ctx),
    verifyLog: verifyLog(ctx),
  })
  sink.service(SigningKeyService, {
    listSigningKeys: listSigningKeys(ctx),
    rotateSigningKey: rotateSigningKey(ctx),
    revokeSigningKey: revokeSigningKey(ctx),
    getKeySet: getKeySet(ctx),
    signPackage: signPackage(ctx),
    signStatement: signStatement(ctx),
  })
}
