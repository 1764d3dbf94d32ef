import { type Logger, pino } from 'pino'
import { DomainError, Reason } from './errors/errors.ts'

/** A structured log. Bodies, keys, tokens and passwords are never given to it. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/**
 * Newline-delimited JSON on the given stream. Level from ATTESTRY_LOG_LEVEL, `info` without it.
 *
 * @throws DomainError VALIDATION for a level that there is not
 */
export function createLog(env: NodeJS.ProcessEnv, stream: NodeJS.WritableStream = process.stderr): Log {
  const level = env.ATTESTRY_LOG_LEVEL || 'info'
  if (!LEVELS.includes(level))
    throw new DomainError(Reason.VALIDATION, 'ATTESTRY_LOG_LEVEL must be trace, debug, info, warn or error')
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      redact: { paths: ['*.authorization', '*.cookie', '*.password', '*.token', '*.secret'], remove: true },
    },
    stream,
  )
}

/** A log that says nothing. */
export const silentLog: Log = pino({ level: 'silent' })

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error']
