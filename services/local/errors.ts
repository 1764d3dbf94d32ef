/**
 * The error of a local part (data directory, embedded PostgreSQL, local KMS) that cannot run. The message is one line for the
 * person at the terminal: what is wrong and what to do. Callers switch on `code`.
 */
export class LocalError extends Error {
  readonly code: LocalErrorCode

  constructor(code: LocalErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'LocalError'
    this.code = code
  }
}

/** Turns a file system error at `path` into a LocalError that a person can act on. Any other error stays as it is. */
export function explain(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code
  if (code === 'EACCES' || code === 'EPERM')
    return new LocalError('permission', `${path}: permission denied for this user`, { cause: error })
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new LocalError('disk_full', `${path}: no space left on the disk`, { cause: error })
  // A limit of the process or of the file system (RLIMIT_FSIZE). Node names no file.
  if (code === 'EFBIG')
    return new LocalError('disk_full', `${path}: larger than a file may be here`, { cause: error })
  if (code === 'EROFS')
    return new LocalError('permission', `${path}: the file system is read-only`, { cause: error })
  // Node's error for a recursive mkdir on a read-only file system.
  if (code === 'ENOENT')
    return new LocalError('permission', `${path}: cannot be created here`, { cause: error })
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new LocalError('not_ours', `${path}: a file is in the way of a directory`, { cause: error })
  return error
}

/** `in_use`: another running instance holds it. `not_ours`: it holds something else. `failed`: see the message. */
type LocalErrorCode = 'in_use' | 'not_ours' | 'permission' | 'disk_full' | 'unsupported' | 'failed'
