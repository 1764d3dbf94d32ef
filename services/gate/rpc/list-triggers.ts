import type { MethodImpl } from '@connectrpc/connect'
import type { TriggerService } from '../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { TriggerStatus } from '../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { listPlaceKey } from '../../kernel/concurrency/list-places.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { pageOf, readPageInParts } from '../../kernel/lists/paging.ts'
import type { GateContext } from '../context.ts'
import { TRIGGER_KINDS } from '../domain/decision/snapshot.ts'
import { triggerMessage } from '../domain/triggers/finding.ts'

/** TriggerService.ListTriggers */
export function listTriggers(
  ctx: Pick<GateContext, 'findings'>,
): MethodImpl<typeof TriggerService.method.listTriggers> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const filter = {
      kinds: TRIGGER_KINDS,
      systemId: request.aiSystemId || undefined,
      open: isOpen(request.status),
      action: undefined,
    }
    const read = (limit: number, before: string | undefined) =>
      ctx.findings.page(organizationId, filter, limit, before)
    const place = context.values.get(listPlaceKey)
    const { rows, nextCursor } = await readPageInParts(pageOf(request.page), read, triggerMessage, place)
    return { triggers: rows, nextCursor }
  }
}

function isOpen(status: TriggerStatus): boolean | undefined {
  if (status === TriggerStatus.UNSPECIFIED) return undefined
  return status === TriggerStatus.OPEN
}
