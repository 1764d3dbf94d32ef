/**
 * Limits (docs/decisions/0024-strings.md, docs/decisions/0010-body-limits.md, docs/decisions/0009-rate-limit.md). Characters are
 * Unicode code points.
 */
export const LIMITS = {
  /** Names and titles. */
  title: 500,
  description: 20_000,
  identifier: 200,
  /** Entries of an array of systems. */
  systems: 500,
  /** Bytes of one `payload` object in its canonical form. */
  payloadBytes: 32 * 1024,
  evaluationBatch: 100,
  runBatch: 100,
  eventBatch: 500,
  /** Spans of one report. */
  spanReports: 20_000,
  page: 200,
  defaultPage: 50,
  jsonDepth: 64,
  /** Body of a single resource, and of a webhook delivery. */
  bodyBytes: 1024 * 1024,
  batchBodyBytes: 16 * 1024 * 1024,
  /** Calls of a key in 60 s, unless the key has its own limit. */
  keyRate: 600,
  /** Failed authentications of an address in 60 s. */
  addressRate: 60,
  /** The number of log entries for single unauthenticated calls that one process writes in 60 s. */
  anonymousEntries: 600,
  /** The number of log entries for counted calls of one address that one process writes in 60 s. */
  anonymousAggregates: 100,
  /** The number of log entries for single refused calls of one known caller that one process writes in 60 s. */
  callerRefusals: 600,
} as const

/** Instants from here up to, not including, `TIME_END` are accepted. */
export const TIME_START = Date.UTC(2000, 0, 1)
export const TIME_END = Date.UTC(2100, 0, 1)

/** Kinds and types that callers name freely within this form (asset_type, eval_type, source_kind). */
export const KIND_PATTERN = /^[a-z][a-z0-9_]{0,63}$/

/** An e-mail address that HTML's input type=email accepts (WHATWG HTML, "valid e-mail address"), with a dot in its domain. */
export const EMAIL_PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/
