import type { MethodImpl } from '@connectrpc/connect'
import type { TriggerService } from '../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { TriggerStatus, TriggerStatusSchema } from '../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { invalid } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { optionalUuid } from '../../kernel/values/checks.ts'
import { enumText } from '../../kernel/values/enum-text.ts'
import { pageOf, readPage } from '../../kernel/values/paging.ts'
import type { GateContext } from '../context.ts'
import { type Finding, triggerMessage } from '../domain/finding.ts'

/** TriggerService.ListTriggers */
export function listTriggers(
  ctx: Pick<GateContext, 'findings'>,
): MethodImpl<typeof TriggerService.method.listTriggers> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const filter = {
      kinds: TRIGGERS,
      systemId: optionalUuid('ai_system_id', request.aiSystemId),
      open: isOpen(request.status),
      action: undefined,
    }
    const read = (limit: number, before: string | undefined) =>
      ctx.findings.page(organizationId, filter, limit, before)
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, ({ id }) => id)
    return { triggers: rows.map(triggerMessage), nextCursor }
  }
}

const TRIGGERS: Finding['kind'][] = ['tool', 'version', 'drift', 'manual']
const STATUSES = enumText<TriggerStatus>(TriggerStatusSchema)

function isOpen(status: TriggerStatus): boolean | undefined {
  if (status === TriggerStatus.UNSPECIFIED) return undefined
  if (!STATUSES.knows(status)) throw invalid({ status: [STATUSES.expected] })
  return status === TriggerStatus.OPEN
}
