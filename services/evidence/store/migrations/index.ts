import type { ServiceMigrations } from '../../../kernel/database/migrate.ts'
import { evidence001 } from './001-evidence.ts'
import { evidence002 } from './002-begun-exports.ts'

export const evidenceMigrations: ServiceMigrations = {
  service: 'evidence',
  migrations: [evidence001, evidence002],
}
