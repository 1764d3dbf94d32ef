import { z } from 'zod'
import { operation } from './operation.ts'

/** docs/api.md 4.1.7: the document is generated from the running table. */
export const openapiOperations = [
  operation({
    rpc: 'getOpenapi',
    method: 'GET',
    path: '/openapi.json',
    summary: 'This document',
    tag: 'OpenAPI',
    response: z.looseObject({ openapi: z.string() }),
    handle: async (_, { document }) => document(),
  }),
]
