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
    const seen = databaseError(error)
    const { syscall, code, path } = error as NodeJS.ErrnoException
    if (syscall === 'open')
      throw new DomainError(Reason.VALIDATION, `DATABASE_URL: ${path} cannot be read (${code})`, {
        cause: error,
      })
    if (seen instanceof DomainError)
      throw new DomainError(Reason.UNAVAILABLE, `PostgreSQL at ${where} does not answer: ${reason(error)}`, {
        cause: error,
      })
    if (sqlState(error)?.startsWith('28'))
      throw new DomainError(Reason.FORBIDDEN, `PostgreSQL at ${where} refuses the login`, { cause: error })
    throw error
  }
}

function reason(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return code ?? message ?? 'unknown'
}
