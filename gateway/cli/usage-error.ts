/** The error of a command that was used in a way that cannot work: exit 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
