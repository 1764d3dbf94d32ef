/** The exit codes (docs/pipelines.md). They are the same for every command for pipelines and MUST NOT change. */
export const EXIT = {
  /** The gate passes, or the command did what it was asked. */
  ok: 0,
  /** The gate blocks. */
  block: 1,
  /** Wrong usage: options, files, a malformed address. */
  usage: 2,
  /** The key is missing, unknown or revoked, or lacks the permission. */
  denied: 3,
  /** The server cannot be reached, or still fails after the retries. */
  unavailable: 4,
  /** There is nothing to decide or to submit: unknown AI system, no add-on, a file in which nothing was measured. */
  nothing: 5,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Ends the command with this exit code and one line on standard error. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** Returns a failure for wrong usage. */
export function usage(message: string): Failure {
  return new Failure(EXIT.usage, message)
}
