import { Code, ConnectError } from '@connectrpc/connect'
import { stdSerializers } from 'pino'
import { DomainError, Reason } from '../errors/errors.ts'

/**
 * The form of an error in the log. An expected error (a component does not answer, is overloaded, or has ended) is one line with
 * the error and its cause. Every other error has its stack. A text of others in it, such as an answer that cannot be parsed, does not
 * make the line long: texts, members and depth are limited, and bytes are left out.
 */
export function loggedError(error: unknown): object {
  if (!(error instanceof Error)) return stdSerializers.err(error as Error) as object
  if (!isExpected(error)) return unexpected(error)
  const causes: string[] = []
  for (let one: unknown = error; one instanceof Error && causes.length < 4; one = one.cause)
    if (!causes.includes(one.message)) causes.push(one.message)
  return { type: error.name, message: shortened(causes.join(': ')) }
}

/** Without the details and the metadata of an error of Connect: their descriptors have thousands of characters. */
function unexpected(error: Error): object {
  const logged = { ...stdSerializers.err(error) } as { [field: string]: unknown }
  if (error instanceof ConnectError) for (const field of ['details', 'metadata']) delete logged[field]
  return bounded(logged, DEPTH) as object
}

function bounded(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shortened(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return value
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`
  if (depth === 0) return '…'
  const members = Object.entries(value).slice(0, MEMBERS)
  const shown = members.map(([name, member]) => [name, bounded(member, depth - 1)] as const)
  return Array.isArray(value) ? shown.map(([, member]) => member) : Object.fromEntries(shown)
}

/** The stack of an error begins with its message, and ends with its calls. */
function shortened(text: string): string {
  return text.length <= 2 * HALF ? text : `${text.slice(0, HALF)} … ${text.slice(-HALF)}`
}

const DEPTH = 4
const MEMBERS = 30
const HALF = 2000

/** The key by which log lines about an error are grouped. */
export function kindOf(error: unknown): string {
  if (error instanceof DomainError) return `reason ${error.reason}`
  return error instanceof ConnectError ? (Code[error.code] ?? '') : error instanceof Error ? error.name : ''
}

function isExpected(error: Error): boolean {
  if (error instanceof DomainError) return EXPECTED_REASONS.has(error.reason)
  return error instanceof ConnectError && EXPECTED_CODES.has(error.code)
}

const EXPECTED_REASONS = new Set<Reason>([Reason.UNAVAILABLE, Reason.RATE_LIMITED])
const EXPECTED_CODES = new Set([
  Code.Unavailable,
  Code.Canceled,
  Code.DeadlineExceeded,
  Code.Aborted,
  Code.ResourceExhausted,
])
