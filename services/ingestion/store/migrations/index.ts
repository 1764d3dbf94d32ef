import type { ServiceMigrations } from '../../../kernel/database/migrate.ts'
import { ingestion001 } from './001-ingestion.ts'

export const ingestionMigrations: ServiceMigrations = { service: 'ingestion', migrations: [ingestion001] }
