import type { Operation } from '../operations/operation.ts'

export function openapiDocument(_operations: Operation[], _baseUrl: string): unknown {
  return {}
}
