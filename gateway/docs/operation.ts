import type { JsonSchema } from '../openapi/schemas.ts'

/** An operation of the document, as far as the page shows it. */
export type OperationObject = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  deprecated?: boolean
  security: { [scheme: string]: string[] }[]
  parameters: {
    name: string
    in: string
    required?: boolean
    description?: string
    schema: JsonSchema
    example?: unknown
  }[]
  requestBody?: { description?: string; content: Media }
  responses: { [status: string]: { description: string; content?: Media } }
}

/** A body by its media type: with one example, or with several of which each has a name. */
export type Media = {
  'application/json': {
    schema: JsonSchema
    example?: unknown
    examples?: { [name: string]: { summary: string; value: unknown } }
  }
}
