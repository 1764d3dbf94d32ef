/** What an installation runs its roles with: most of the code, loaded as one while PostgreSQL starts. */
export { databaseClock } from '../../services/kernel/database/clock.ts'
export { loadTenantGuard } from '../../services/kernel/database/tenant-guard/tenant-guard.ts'
export { bootstrap } from './bootstrap.ts'
export { compose } from './compose.ts'
export { migrateDatabase } from './migrations.ts'
