import { type Logger, pino } from 'pino'
import { DomainError, Reason } from '../errors/errors.ts'
import { kindOf, loggedError } from './log-error.ts'
import { logLimit } from './log-limit.ts'

/** A structured log. Bodies, keys, tokens and passwords MUST NOT be passed to it. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/**
 * Newline-delimited JSON on the given stream. The level is ATTESTRY_LOG_LEVEL, or `info`. Groups of warnings and errors are
 * limited (log-limit.ts), because clients can cause them.
 *
 * @throws DomainError VALIDATION for an unknown level
 */
export function createLog(env: NodeJS.ProcessEnv, stream: NodeJS.WritableStream = process.stderr): Log {
  const level = env.ATTESTRY_LOG_LEVEL || 'info'
  if (!LEVELS.includes(level))
    throw new DomainError(Reason.VALIDATION, 'ATTESTRY_LOG_LEVEL must be trace, debug, info, warn or error')
  const limit = logLimit()
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      redact: { paths: ['*.authorization', '*.cookie', '*.password', '*.token', '*.secret'], remove: true },
      serializers: { err: loggedError },
      hooks: {
        logMethod(args, method, level) {
          const [fields, message] = args as [unknown, string | undefined]
          const error = (fields as { err?: unknown } | null)?.err
          const key = `${typeof fields === 'string' ? fields : (message ?? '')} ${kindOf(error)}`.trim()
          if (level < WARN || level >= FATAL || limit.admit(key, this)) method.apply(this, args)
        },
      },
    },
    stream,
  )
}

/** A log that writes nothing. */
export const silentLog: Log = pino({ level: 'silent' })

const WARN = 40
const FATAL = 60
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error']
