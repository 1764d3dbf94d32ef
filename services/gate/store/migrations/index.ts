import type { ServiceMigrations } from '../../../kernel/database/migrate.ts'
import { gate001 } from './001-gate.ts'

export const gateMigrations: ServiceMigrations = { service: 'gate', migrations: [gate001] }
