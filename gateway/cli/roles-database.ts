/** What an installation brings its database up to date with: loaded before the code of the roles, whose loading a login overlaps with. */
export { databaseClock } from '../../services/kernel/database/clock.ts'
export { loadTenantGuard } from '../../services/kernel/database/tenant-guard/tenant-guard.ts'
export { migrateDatabase } from './migrations.ts'
