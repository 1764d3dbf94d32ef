import type { DescMethodUnary } from '@bufbuild/protobuf'
import type { CallOptions } from '@connectrpc/connect'
import type { z } from 'zod'
import { accessOf, operationOf } from '../../services/kernel/identity/access.ts'
import type { Permission } from '../../services/kernel/identity/permissions.ts'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import type { Clients } from '../clients.ts'

/**
 * One operation of the REST API, declared once. Routes, validation, authorization, the audit operation name, the
 * OpenAPI document and the list of permissions all come from this.
 */
export type Operation = {
  /** The RPC's name in lowerCamel; also the audit operation and the operationId. */
  id: string
  method: 'GET' | 'POST'
  /** Below /api/v1, parameters in braces: `/incidents/{id}`. */
  path: string
  /** Absent: any valid key. */
  permission: Permission | undefined
  /** The add-on that the RPC declares, if any. */
  addon: string | undefined
  /** Whether success means that the RPC has appended the audit entry itself. */
  writes: boolean
  /** Whether it takes an Idempotency-Key. */
  idempotencyKey: boolean
  /** Whether its calls share the few places for reads of many rows, as its RPC declares. */
  limitedConcurrency: boolean
  summary: string
  tag: string
  success: 200 | 201
  params: z.ZodObject | undefined
  query: z.ZodObject | undefined
  body: z.ZodType | undefined
  /** Largest body, in bytes. */
  bodyLimit: number
  response: z.ZodType
  /** Further statuses that this operation can answer with, and when. */
  errors: { [status: number]: string }
  /** Set when the operation is deprecated (RFC 9745, RFC 8594). */
  deprecated: Deprecation | undefined
  handle: (input: Input, call: RestCall) => Promise<unknown>
}

/** The instants of a deprecation, and the page that says what to use instead. */
export type Deprecation = { since: Date; sunset: Date; link: string }

/** The input of a handler: checked parameters, query and body. */
export type Input<P = unknown, Q = unknown, B = unknown> = { params: P; query: Q; body: B }

/** The dependencies of a handler: the services, and the options that carry the caller to them. */
type RestCall = { clients: Clients; options: CallOptions; document: () => unknown }

/** Declares an operation; the types of its handler follow from its schemas. */
export function operation<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
>(spec: {
  rpc: DescMethodUnary | string
  method: 'GET' | 'POST'
  path: string
  permission?: Permission
  summary: string
  tag: string
  params?: P
  query?: Q
  body?: B
  bodyLimit?: number
  /** Without it: 201 of a POST, 200 of a GET. */
  success?: 200 | 201
  response: z.ZodType
  errors?: { [status: number]: string }
  deprecated?: Deprecation
  handle: (input: Input<z.output<P>, z.output<Q>, z.output<B>>, call: RestCall) => Promise<unknown>
}): Operation {
  const access = typeof spec.rpc === 'string' ? undefined : accessOf(spec.rpc)
  return {
    id: typeof spec.rpc === 'string' ? spec.rpc : operationOf(spec.rpc),
    method: spec.method,
    path: spec.path,
    permission: spec.permission,
    addon: access?.addon || undefined,
    writes: access?.writes ?? false,
    idempotencyKey: access?.idempotencyKey ?? false,
    limitedConcurrency: access?.limitedConcurrency ?? false,
    summary: spec.summary,
    tag: spec.tag,
    success: spec.success ?? (spec.method === 'POST' ? 201 : 200),
    params: spec.params,
    query: spec.query,
    body: spec.body,
    bodyLimit: spec.bodyLimit ?? LIMITS.bodyBytes,
    response: spec.response,
    errors: spec.errors ?? {},
    deprecated: spec.deprecated,
    handle: spec.handle as Operation['handle'],
  }
}
