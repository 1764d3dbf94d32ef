import type { ServiceMigrations } from '../../../kernel/database/migrate.ts'
import { ingestion001 } from './001-ingestion.ts'
import { ingestion002 } from './002-webhooks.ts'
import { ingestion003 } from './003-general-reading.ts'
import { ingestion004 } from './004-result-marks.ts'
import { ingestion005 } from './005-pinned-format.ts'
import { ingestion006 } from './006-spans.ts'
import { ingestion007 } from './007-findings-for-notifications.ts'
import { ingestion008 } from './008-settled-spans.ts'
import { ingestion009 } from './009-endpoint-versions.ts'
import { ingestion010 } from './010-consecutive-events.ts'
import { ingestion011 } from './011-subjects-of-findings.ts'

export const ingestionMigrations: ServiceMigrations = {
  service: 'ingestion',
  migrations: [
    ingestion001,
    ingestion002,
    ingestion003,
    ingestion004,
    ingestion005,
    ingestion006,
    ingestion007,
    ingestion008,
    ingestion009,
    ingestion010,
    ingestion011,
  ],
}
