import type { ServiceMigrations } from '../../../kernel/database/migrate.ts'
import { evidence001 } from './001-evidence.ts'

export const evidenceMigrations: ServiceMigrations = { service: 'evidence', migrations: [evidence001] }
