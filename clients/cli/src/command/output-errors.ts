import process from 'node:process'

/**
 * Ends the process with an exit code, and not with an uncaught error, when standard output cannot be written. The code is
 * `unread` where nobody reads the output any more (EPIPE). For any other cause it is `failed`, and one line on standard error
 * says why. Where the code is undefined, the process continues. Errors of writing to standard error are ignored.
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
