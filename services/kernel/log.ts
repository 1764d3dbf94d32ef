import { type Logger, pino } from 'pino'

/** A structured log. Bodies, keys, tokens and passwords are never given to it. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/** Newline-delimited JSON on the given stream. Level from ATTESTRY_LOG_LEVEL, `info` without it. */
export function createLog(env: NodeJS.ProcessEnv, stream: NodeJS.WritableStream = process.stderr): Log {
  return pino(
    {
      level: env.ATTESTRY_LOG_LEVEL ?? 'info',
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      redact: { paths: ['*.authorization', '*.cookie', '*.password', '*.token', '*.secret'], remove: true },
    },
    stream,
  )
}

/** A log that says nothing. */
export const silentLog: Log = pino({ level: 'silent' })
