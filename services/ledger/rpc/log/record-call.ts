import type { MethodImpl } from '@connectrpc/connect'
import type { AuditService } from '../../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { auditEntry } from '../../../kernel/audit/audit-entry.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import type { LedgerContext } from '../../context.ts'

/** AuditService.RecordCall */
export function recordCall(
  ctx: Pick<LedgerContext, 'audit' | 'clock'>,
): MethodImpl<typeof AuditService.method.recordCall> {
  return async ({ caller, outcome, code, details = {} }) => {
    if (caller === undefined) throw new DomainError(Reason.VALIDATION, 'the call names no caller')
    await ctx.audit.record(auditEntry({ caller, at: ctx.clock.now(), outcome, code, details }))
    return {}
  }
}
