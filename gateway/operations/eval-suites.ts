import { SuiteService, SuiteStatus } from '../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { suiteJson } from '../mapping/gate.ts'
import { cursorJson } from '../mapping/values.ts'
import { WORDS } from '../mapping/words.ts'
import { out, pageRequest } from '../schema/fields.ts'
import { suite, suiteQuery } from '../schema/gate.ts'
import { operation } from './operation.ts'

/** docs/api.md 2.5, 4. */
export const suiteOperations = [
  operation({
    rpc: SuiteService.method.listEvalSuites,
    method: 'GET',
    path: '/eval-suites',
    permission: 'evaluations:read',
    summary: 'List evaluation suites, every version, newest first',
    tag: 'AI evaluations',
    query: suiteQuery,
    response: out.list(suite),
    handle: async ({ query }, { clients, options }) => {
      const { suites, nextCursor } = await clients.suites.listEvalSuites(
        {
          aiSystemId: query.ai_system_id ?? '',
          status:
            query.status === undefined ? SuiteStatus.UNSPECIFIED : WORDS.suiteStatus.value(query.status),
          page: pageRequest(query),
        },
        options,
      )
      return { data: suites.map(suiteJson), next_cursor: cursorJson(nextCursor) }
    },
  }),
]
