import type { ServiceMigrations } from '../../../kernel/database/migrate.ts'
import { gate001 } from './001-gate.ts'
import { gate002 } from './002-review.ts'
import { gate003 } from './003-ledger-reads-systems.ts'
import { gate004 } from './004-outcomes.ts'

export const gateMigrations: ServiceMigrations = {
  service: 'gate',
  migrations: [gate001, gate002, gate003, gate004],
}
