import type { MethodImpl } from '@connectrpc/connect'
import type { SuiteService } from '../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { SuiteStatus, SuiteStatusSchema } from '../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { invalid } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { optionalUuid } from '../../kernel/values/checks.ts'
import { enumText } from '../../kernel/values/enum-text.ts'
import { pageOf, readPage } from '../../kernel/values/paging.ts'
import type { GateContext } from '../context.ts'
import { suiteMessage } from '../domain/suite.ts'

/** SuiteService.ListEvalSuites (docs/api.md 2.5, 4) */
export function listEvalSuites(
  ctx: Pick<GateContext, 'suites'>,
): MethodImpl<typeof SuiteService.method.listEvalSuites> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const filter = {
      systemId: optionalUuid('ai_system_id', request.aiSystemId),
      current: isCurrent(request.status),
    }
    const read = (limit: number, before: string | undefined) =>
      ctx.suites.page(organizationId, filter, limit, before)
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, ({ id }) => id)
    return { suites: rows.map((row) => suiteMessage(row.record, row.superseded_by)), nextCursor }
  }
}

const STATUSES = enumText<SuiteStatus>(SuiteStatusSchema)

function isCurrent(status: SuiteStatus): boolean | undefined {
  if (status === SuiteStatus.UNSPECIFIED) return undefined
  if (!STATUSES.knows(status)) throw invalid({ status: [STATUSES.expected] })
  return status === SuiteStatus.ACTIVE
}
