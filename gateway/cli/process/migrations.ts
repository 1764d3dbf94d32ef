import { evidenceMigrations } from '../../../services/evidence/store/migrations/index.ts'
import { gateMigrations } from '../../../services/gate/store/migrations/index.ts'
import { ingestionMigrations } from '../../../services/ingestion/store/migrations/index.ts'
import { databaseError, sqlState } from '../../../services/kernel/database/errors.ts'
import { migrate, type ServiceMigrations } from '../../../services/kernel/database/migrate.ts'
import type { DatabaseWait } from '../../../services/kernel/database/until-answered.ts'
import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'
import { ledgerMigrations } from '../../../services/ledger/store/migrations/index.ts'
import { databaseServer } from './database-server.ts'

/** Every service's migrations, in the order in which they build on each other. */
export const MIGRATIONS: ServiceMigrations[] = [
  ledgerMigrations,
  gateMigrations,
  ingestionMigrations,
  evidenceMigrations,
]

/** Brings a database up to date. @throws DomainError with one line when it cannot be reached or does not allow it. */
export async function migrateDatabase(url: string, wait?: DatabaseWait): Promise<void> {
  const where = databaseServer(url)
  try {
    await migrate(url, MIGRATIONS, wait)
  } catch (error) {
    const problem = urlProblem(error)
    if (problem !== undefined)
      throw new DomainError(Reason.VALIDATION, `DATABASE_URL: ${problem}`, { cause: error })
    const seen = databaseError(error)
    if (seen instanceof DomainError)
      throw new DomainError(Reason.UNAVAILABLE, `PostgreSQL at ${where} does not answer: ${reason(error)}`, {
        cause: error,
      })
    if (sqlState(error)?.startsWith('28'))
      throw new DomainError(Reason.FORBIDDEN, `PostgreSQL at ${where} refuses the login`, { cause: error })
    throw error
  }
}

/** Returns why the driver could not read the URL, or a file that the URL names; undefined for every other error. */
function urlProblem(error: unknown): string | undefined {
  if (error instanceof URIError) return 'a % of its user, password or host must be written %25'
  const { syscall, code, path } = error as NodeJS.ErrnoException
  if (code === 'EISDIR') return 'a directory is named in place of a file (EISDIR)'
  return syscall === 'open' ? `${path} cannot be read (${code})` : undefined
}

function reason(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return code ?? message ?? 'unknown'
}
