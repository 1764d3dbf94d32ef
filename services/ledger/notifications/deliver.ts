import { setTimeout as sleep } from 'node:timers/promises'
import type { ChannelKind } from '../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/logging/log.ts'
import { backoffSeconds, type NotificationRow } from '../domain/notifications/notification.ts'
import type { AddressRule } from '../outbound/addresses.ts'
import type { Resolve } from '../outbound/exchange.ts'
import { OutboundProblem } from '../outbound/problem.ts'
import type { ChannelStore } from '../store/notifications/channels.ts'
import type { MailBudget } from '../store/notifications/mail-budget.ts'
import type { Receivers } from '../store/notifications/receivers.ts'
import type { ChannelSecret, ChannelSecrets } from './channel-secrets.ts'
import { mattermostMessage, slackMessage, teamsMessage } from './formats/chat.ts'
import { type NotificationMessage, notificationMessageOf } from './formats/message.ts'
import { webhookMessage } from './formats/webhook.ts'
import type { Mailer } from './mail.ts'
import { post } from './post.ts'
import { ReceiverGone } from './receiver-gone.ts'

/** Sends a notification to its receiver. @throws OutboundProblem; ReceiverGone when the receiver no longer exists */
export type Deliver = (row: NotificationRow) => Promise<void>

export function notificationSender(deps: {
  channels: Pick<ChannelStore, 'get' | 'sealed'>
  receivers: Receivers
  secrets: Pick<ChannelSecrets, 'open'>
  mail: Mailer
  budget: MailBudget
  rule: AddressRule
  baseUrl: string
  clock: Clock
  log: Log
  resolve: Resolve
}): Deliver {
  const { channels, receivers, secrets, mail, budget, rule, baseUrl, clock, log, resolve } = deps
  /**
   * Sends an e-mail to recipients that an organization chose. The e-mails of an hour are limited, so that nobody can use the mail
   * server as a relay.
   */
  const sendToChosen = async (
    row: NotificationRow,
    message: NotificationMessage,
    recipients: string[],
  ): Promise<void> => {
    const seconds = await budget.draw(row.org_id, recipients.length)
    if (seconds > 0) {
      log.warn({ organization_id: row.org_id }, 'the e-mails of an organization have to wait')
      throw new OutboundProblem(WAITS, Math.max(seconds, backoffSeconds(row.attempts)))
    }
    try {
      await mail.send(message, recipients)
    } catch (problem) {
      await budget.giveBack(row.org_id, recipients.length)
      throw problem
    }
  }
  return async (row) => {
    const message = notificationMessageOf(row, {
      organization: await receivers.organization(row.org_id),
      baseUrl,
    })
    if (row.channel_id === null) {
      const address = await receivers.administrator(row.org_id, row.user_id ?? '')
      if (address === undefined) throw new ReceiverGone()
      return mail.send(message, [address])
    }
    const channel = await channels.get(row.org_id, row.channel_id)
    if (channel === undefined || channel.deletedAt != null) throw new ReceiverGone()
    if (channel.kind === 'email') return sendToChosen(row, message, channel.recipients)
    const sealed = await channels.sealed(row.org_id, channel.id)
    if (sealed === undefined) throw new ReceiverGone()
    const secret = await Promise.race([secrets.open(channel, sealed), noKeyService()])
    const { headers, body } = messageFor(channel.kind, message, secret, clock.now())
    await post(
      { rule, resolve },
      { url: new URL(secret.url), headers: { 'user-agent': 'Attestry', ...headers }, body },
    )
  }
}

/** Ends the wait for the key service, which may take longer than the lease of a notification. A secret that it opens later is cached. */
async function noKeyService(): Promise<never> {
  await sleep(KEY_SERVICE_MS, undefined, { ref: false })
  throw new OutboundProblem('the key service does not answer')
}

function messageFor(
  kind: string,
  message: NotificationMessage,
  secret: ChannelSecret,
  at: Date,
): { headers: Record<string, string>; body: string } {
  if (kind === 'webhook') return webhookMessage(message, secret.signing ?? '', at)
  const format = CHAT_FORMATS[kind]
  if (format === undefined) throw new TypeError(`no format of ${kind}`)
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(format(message)) }
}

/** The kinds of channels that are chats, as words. */
type ChatKind = Lowercase<Exclude<keyof typeof ChannelKind, 'UNSPECIFIED' | 'EMAIL' | 'WEBHOOK'>>
type Format = (message: NotificationMessage) => object

const CHAT_FORMATS: { [kind: string]: Format | undefined } = {
  slack: slackMessage,
  teams: teamsMessage,
  mattermost: mattermostMessage,
} satisfies Record<ChatKind, Format>

const WAITS = 'the organization has sent as many e-mails as it may in an hour; this one waits'
const KEY_SERVICE_MS = 5000
