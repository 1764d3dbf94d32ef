import type { ServiceMigrations } from '../../../kernel/database/migrate.ts'
import { ledger001 } from './001-ledger.ts'
import { ledger002 } from './002-log.ts'
import { ledger003 } from './003-deliveries.ts'
import { ledger004 } from './004-evidence-views.ts'
import { ledger005 } from './005-answers.ts'
import { ledger006 } from './006-queue-time.ts'
import { ledger007 } from './007-incident-deliveries.ts'
import { ledger008 } from './008-separation.ts'
import { ledger009 } from './009-invitations.ts'
import { ledger010 } from './010-list-index.ts'
import { ledger011 } from './011-incident-work.ts'
import { ledger012 } from './012-notifications.ts'
import { ledger013 } from './013-comments-attachments.ts'
import { ledger014 } from './014-session-records.ts'
import { ledger015 } from './015-incident-reports.ts'
import { ledger016 } from './016-answer-functions.ts'
import { ledger017 } from './017-owners-in-lists.ts'
import { ledger018 } from './018-checkpoint-statements.ts'
import { ledger019 } from './019-made-accounts.ts'
import { ledger020 } from './020-key-expiry.ts'
import { ledger021 } from './021-list-index-pending.ts'
import { ledger022 } from './022-timestamps.ts'
import { ledger023 } from './023-logged-answers.ts'
import { ledger024 } from './024-statements-by-arrival.ts'
import { ledger025 } from './025-entries-by-leaf.ts'
import { ledger026 } from './026-renewed-invitations.ts'
import { ledger027 } from './027-hold-person.ts'
import { ledger028 } from './028-account-makers.ts'
import { ledger029 } from './029-hold-keys.ts'
import { ledger030 } from './030-hold-exporters.ts'
import { ledger031 } from './031-waits-of-earlier-processes.ts'
import { ledger032 } from './032-hold-session.ts'
import { ledger033 } from './033-mail-budgets.ts'
import { ledger034 } from './034-log-sizes.ts'
import { ledger035 } from './035-role-grants.ts'
import { ledger036 } from './036-attachment-budgets.ts'
import { ledger037 } from './037-lists-in-order.ts'
import { ledger038 } from './038-withdrawn-invitations.ts'

export const ledgerMigrations: ServiceMigrations = {
  service: 'ledger',
  migrations: [
    ledger001,
    ledger002,
    ledger003,
    ledger004,
    ledger005,
    ledger006,
    ledger007,
    ledger008,
    ledger009,
    ledger010,
    ledger011,
    ledger012,
    ledger013,
    ledger014,
    ledger015,
    ledger016,
    ledger017,
    ledger018,
    ledger019,
    ledger020,
    ledger021,
    ledger022,
    ledger023,
    ledger024,
    ledger025,
    ledger026,
    ledger027,
    ledger028,
    ledger029,
    ledger030,
    ledger031,
    ledger032,
    ledger033,
    ledger034,
    ledger035,
    ledger036,
    ledger037,
    ledger038,
  ],
}
