import { DomainError, Reason } from '../errors/errors.ts'

/** The SQLSTATE of an error that PostgreSQL raised, or undefined. */
export function sqlState(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    const { code } = e as { code?: unknown }
    if (typeof code === 'string' && SQLSTATE.test(code)) return code
  }
  return undefined
}

/** Every SQLSTATE of PostgreSQL has a digit (its appendix A); EPIPE, of the operating system, has none. */
const SQLSTATE = /^(?=.*[0-9])[0-9A-Z]{5}$/

/** The name of the constraint that a statement violated, or undefined. */
export function violated(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    const { constraint } = e as { constraint?: unknown }
    if (typeof constraint === 'string') return constraint
  }
  return undefined
}

/** unique_violation */
export function isDuplicate(error: unknown): boolean {
  return sqlState(error) === '23505'
}

/**
 * Whether the statement was rolled back because of its content, so that its items may be tried one by one: data exceptions (22),
 * integrity violations (23), deadlocks and serialization failures (40), raised (P0).
 */
export function isStatementRefused(error: unknown): boolean {
  return ['22', '23', '40', 'P0'].includes(sqlState(error)?.slice(0, 2) ?? '')
}

/**
 * Maps errors of the database: one that does not answer becomes UNAVAILABLE, and a call whose API key was revoked or has expired
 * meanwhile (ledger.hold_keys) UNAUTHENTICATED. Every other error passes through.
 */
export function databaseError(error: unknown): unknown {
  if (error instanceof DomainError) return error
  const state = sqlState(error)
  if (state === 'P0903')
    return new DomainError(Reason.UNAUTHENTICATED, 'the API key is not valid any more', { cause: error })
  const down =
    state === undefined ? isConnectionFault(error) : DOWN.some((prefix) => state.startsWith(prefix))
  return down ? new DomainError(Reason.UNAVAILABLE, 'the database does not answer', { cause: error }) : error
}

/**
 * Connection exceptions, a server that takes no writes (a replica, or one whose disk is full), insufficient resources, operator
 * intervention (also statement timeouts), I/O errors.
 */
const DOWN = ['08', '25006', '53', '57', '58']

function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return CONNECTION_FAULTS.has(code)
  return LOST_CONNECTION.has(error.message)
}

/**
 * The error codes of a socket that has no connection: those of the operating system and of name resolution, and those of an ended
 * Node.js stream (`ERR_…`). Every other `ERR_…` is a programming error.
 */
const CONNECTION_FAULTS: ReadonlySet<string> = new Set([
  'EACCES',
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EAI_NONAME',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENFILE',
  'ENOBUFS',
  'ENOENT', // A socket in the file system that is not there.
  'ENOMEM',
  'ENOTCONN',
  'ENOTFOUND',
  'EPERM', // A firewall of this machine.
  'EPIPE',
  'EPROTO',
  'ERR_SOCKET_CLOSED',
  'ERR_SOCKET_CLOSED_BEFORE_CONNECTION',
  'ERR_SOCKET_CONNECTION_TIMEOUT',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
])

/**
 * The errors of pg and pg-pool where there is no connection. They are plain `Error`s without a code or a class, so that only their
 * text distinguishes them. `errors.test.ts` compares the list with the source of the two packages.
 */
export const LOST_CONNECTION: ReadonlySet<string> = new Set([
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Query read timeout',
  'The server does not support SSL connections',
  'There was an error establishing an SSL connection',
  'timeout exceeded when trying to connect',
  'timeout expired',
])
