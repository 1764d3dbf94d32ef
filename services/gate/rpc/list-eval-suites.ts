import type { MethodImpl } from '@connectrpc/connect'
import type { SuiteService } from '../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { SuiteStatus } from '../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { listPlaceKey } from '../../kernel/concurrency/list-places.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { pageOf, readPageInParts } from '../../kernel/lists/paging.ts'
import type { GateContext } from '../context.ts'
import { suiteMessage } from '../domain/systems/suite.ts'

/** SuiteService.ListEvalSuites (docs/api.md 2.5, 4) */
export function listEvalSuites(
  ctx: Pick<GateContext, 'suites'>,
): MethodImpl<typeof SuiteService.method.listEvalSuites> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const filter = {
      systemId: request.aiSystemId || undefined,
      current: isCurrent(request.status),
    }
    const read = (limit: number, before: string | undefined) =>
      ctx.suites.page(organizationId, filter, limit, before)
    const { rows, nextCursor } = await readPageInParts(
      pageOf(request.page),
      read,
      (row) => suiteMessage(row.record, row.superseded_by),
      context.values.get(listPlaceKey),
    )
    return { suites: rows, nextCursor }
  }
}

function isCurrent(status: SuiteStatus): boolean | undefined {
  if (status === SuiteStatus.UNSPECIFIED) return undefined
  return status === SuiteStatus.ACTIVE
}
