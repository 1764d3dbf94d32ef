/** The error of a command that was used wrongly. The exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
