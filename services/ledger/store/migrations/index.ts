import type { ServiceMigrations } from '../../../kernel/database/migrate.ts'
import { ledger001 } from './001-ledger.ts'

export const ledgerMigrations: ServiceMigrations = { service: 'ledger', migrations: [ledger001] }
