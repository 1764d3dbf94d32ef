import process from 'node:process'

/**
 * Ends the process with an exit code, instead of by an error, when the standard output cannot be written: `unread`, where nobody reads it
 * any more (EPIPE); `failed` and one line, for any other cause. Without the code the process continues. A standard error that cannot be
 * written is passed over.
 */
export function onOutputError(exit: { unread?: number; failed?: number }): void {
  process.stderr.on('error', () => {})
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    const exitCode = code === 'EPIPE' ? exit.unread : exit.failed
    if (exitCode === undefined) return
    if (code !== 'EPIPE') process.stderr.write(`attestry: the output cannot be written: ${code ?? message}\n`)
    process.exit(exitCode)
  })
}
