import type { Clock } from '../../kernel/clock.ts'
import type { Kms } from '../../kernel/crypto/kms.ts'
import type { Database } from '../../kernel/database/database.ts'
import type { Log } from '../../kernel/logging/log.ts'
import type { LedgerConfig } from '../config.ts'
import { addressRule } from '../outbound/addresses.ts'
import { nameResolver } from '../outbound/name-resolver.ts'
import { type ChannelStore, channelStore } from '../store/notifications/channels.ts'
import { type DeprecationStore, deprecationStore } from '../store/notifications/deprecations.ts'
import { mailBudget } from '../store/notifications/mail-budget.ts'
import { type NotificationStore, notificationStore } from '../store/notifications/notifications.ts'
import { outbox } from '../store/notifications/outbox.ts'
import { receivers } from '../store/notifications/receivers.ts'
import { type ChannelSecrets, channelSecrets } from './channel-secrets.ts'
import { notificationSender } from './deliver.ts'
import { finder } from './finder.ts'
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
  const secrets = channelSecrets(kms, cfg.wrappingKeys)
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
    deliver: notificationSender({
      channels,
      receivers: receivers(db),
      secrets,
      mail,
      budget: mailBudget(db, cfg.notifications.emailsPerHour),
      rule,
      resolve: nameResolver(),
      baseUrl,
      clock,
      log,
    }),
    find: finder({ db, clock, log }),
  }
}
