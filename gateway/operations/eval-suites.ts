import {
  ListEvalSuitesRequestSchema,
  SuiteSchema,
  SuiteService,
} from '../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { answer } from '../schema/answer.ts'
import { cursorJson, out } from '../schema/fields.ts'
import { requestQuery } from '../schema/request.ts'
import { operation } from './operation.ts'

const suite = answer(SuiteSchema)

/** docs/api.md 2.5, 4. */
export const suiteOperations = [
  operation({
    rpc: SuiteService.method.listEvalSuites,
    method: 'GET',
    path: '/eval-suites',
    permission: 'evaluations:read',
    summary: 'List evaluation suites, every version, newest first',
    tag: 'AI evaluations',
    query: requestQuery(ListEvalSuitesRequestSchema),
    response: out.list(suite.schema),
    handle: async ({ query }, { clients, options }) => {
      const { suites, nextCursor } = await clients.suites.listEvalSuites(query, options)
      return { data: suites.map(suite.json), next_cursor: cursorJson(nextCursor) }
    },
  }),
]
