import { z } from 'zod'
import { EncodedJson } from '../../services/kernel/json/encoded-json.ts'
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
    handle: async (_, { document }) => encoded(document() as object),
  }),
]

/** The document has 170 KB: encoding it for each of many calls that are admitted together would hold the event loop. */
function encoded(document: object): EncodedJson {
  const known = ENCODED.get(document) ?? new EncodedJson(document)
  ENCODED.set(document, known)
  return known
}

const ENCODED = new WeakMap<object, EncodedJson>()
