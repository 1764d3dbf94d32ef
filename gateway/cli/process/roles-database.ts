/**
 * The code of migrations. It is loaded first, so that the first login to PostgreSQL overlaps with loading the code of the roles.
 */
export { databaseClock } from '../../../services/kernel/database/clock.ts'
export { loadTenantGuard } from '../../../services/kernel/database/tenant-guard/tenant-guard.ts'
export { migrateDatabase } from './migrations.ts'
