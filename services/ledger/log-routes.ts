import { AuditService } from '../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { LogService } from '../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { SigningKeyService } from '../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import type { RouteSink } from '../kernel/transport/routes.ts'
import type { LedgerContext } from './context.ts'
import { createCheckpoint } from './rpc/log/create-checkpoint.ts'
import { getCheckpoint } from './rpc/log/get-checkpoint.ts'
import { getConsistencyProofs } from './rpc/log/get-consistency-proofs.ts'
import { getEntryProof } from './rpc/log/get-entry-proof.ts'
import { getInclusionProofs } from './rpc/log/get-inclusion-proofs.ts'
import { getKeySet } from './rpc/log/get-key-set.ts'
import { getRangeProof } from './rpc/log/get-range-proof.ts'
import { getTile } from './rpc/log/get-tile.ts'
import { listCheckpoints } from './rpc/log/list-checkpoints.ts'
import { listEntries } from './rpc/log/list-entries.ts'
import { listSigningKeys } from './rpc/log/list-signing-keys.ts'
import { recordCall } from './rpc/log/record-call.ts'
import { revokeSigningKey } from './rpc/log/revoke-signing-key.ts'
import { rotateSigningKey } from './rpc/log/rotate-signing-key.ts'
import { signPackage } from './rpc/log/sign-package.ts'
import { signStatement } from './rpc/log/sign-statement.ts'
import { verifyLog } from './rpc/log/verify-log.ts'

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
