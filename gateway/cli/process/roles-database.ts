/** The code of migrations: loaded before the code of the roles, so that the first login to PostgreSQL overlaps with loading that. */
export { databaseClock } from '../../../services/kernel/database/clock.ts'
export { loadTenantGuard } from '../../../services/kernel/database/tenant-guard/tenant-guard.ts'
export { migrateDatabase } from './migrations.ts'
