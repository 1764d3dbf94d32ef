import type { Clock } from '../../kernel/clock.ts'
import type { Kms } from '../../kernel/crypto/kms.ts'
import type { Database } from '../../kernel/database/database.ts'
import type { Log } from '../../kernel/log.ts'
import type { LedgerConfig } from '../config.ts'
import { addressRule } from '../outbound/addresses.ts'
import { catchUpStep } from '../store/incidents/catch-up-step.ts'
import { type ChannelStore, channelStore } from '../store/notifications/channels.ts'
import { type DeprecationStore, deprecationStore } from '../store/notifications/deprecations.ts'
import { findEvents, grownLogs } from '../store/notifications/find-events.ts'
import { type NotificationStore, notificationStore } from '../store/notifications/notifications.ts'
import { outbox } from '../store/notifications/outbox.ts'
import { receivers } from '../store/notifications/receivers.ts'
import { queueReminders } from '../store/notifications/remind.ts'
import { queueKeyReminders } from '../store/notifications/remind-keys.ts'
import { type ChannelSecrets, channelSecrets } from './channel-secrets.ts'
import { delivery } from './deliver.ts'
import { type Mailer, mailer } from './mail.ts'
import type { Notifying } from './notifier.ts'

/** Everything that notifications and their RPCs depend on. */
export type NotificationContext = Notifying & {
  cfg: LedgerConfig['notifications']
  channels: ChannelStore
  notifications: NotificationStore
  deprecations: DeprecationStore
  secrets: ChannelSecrets
  mail: Mailer
}

export function notificationContext(
  cfg: LedgerConfig,
  deps: { clock: Clock; log: Log; db: Database; kms: Kms },
): NotificationContext {
  const { clock, log, db, kms } = deps
  const channels = channelStore(db)
  const secrets = channelSecrets(kms, cfg.wrappingKeyArn)
  const mail = mailer(cfg.notifications.mail)
  const { allowed, baseUrl, leaseSeconds } = cfg.notifications
  const rule = addressRule(allowed)
  return {
    cfg: cfg.notifications,
    clock,
    log,
    channels,
    secrets,
    mail,
    leaseSeconds,
    notifications: notificationStore(db),
    deprecations: deprecationStore(db),
    outbox: outbox(db),
    deliver: delivery({ channels, receivers: receivers(db), secrets, mail, rule, baseUrl, clock }),
    find: finder({ db, clock, log }),
  }
}

/**
 * Events of the logs that grew, and reminders by time. What cannot be read of one organization is logged and read again in the next
 * round: it MUST NOT stop the others.
 */
function finder(deps: { db: Database; clock: Clock; log: Log }): () => Promise<boolean> {
  const { db, clock, log } = deps
  let remindedAt = Number.NEGATIVE_INFINITY
  const tried = async (of: { organization_id?: string }, read: () => Promise<number>): Promise<number> => {
    try {
      return await read()
    } catch (err) {
      log.warn({ err, ...of }, 'events for notifications were not read')
      return 0
    }
  }
  return async () => {
    let found = 0
    for (const organizationId of await grownLogs(db, LOGS))
      found += await tried({ organization_id: organizationId }, async () => {
        const events = await findEvents(deps, organizationId)
        // Obligations of new incidents follow from the log as well: reminders read them.
        while (!(await catchUpStep(db, organizationId, clock.now()))) {}
        return events
      })
    if (performance.now() - remindedAt >= REMIND_MS) {
      remindedAt = performance.now()
      found += await tried({}, () => queueReminders(deps))
      found += await tried({}, () => queueKeyReminders(deps))
    }
    return found > 0
  }
}

/** Logs that one round looks at. */
const LOGS = 100
/** How often reminders are looked for. */
const REMIND_MS = 5000
