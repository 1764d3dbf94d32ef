import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import { readCertificates } from '../../kernel/transport/certificates.ts'
import { readHttpUrl } from '../../kernel/values/http-url.ts'
import { allowedRanges } from '../outbound/addresses.ts'

export type NotificationConfig = {
  /** Whether this process finds events and delivers notifications. At least one process of the installation MUST do so. */
  notifies: boolean
  /** Absent: e-mail is not delivered. */
  mail: MailConfig | undefined
  /** How many e-mails an organization may send in an hour; each recipient counts. */
  emailsPerHour: number
  /** The ranges that receivers may be in, besides public addresses. */
  allowed: string[]
  /** The beginning of the console's addresses. Empty: notifications have no links. */
  baseUrl: string
  /** For how long a process that claims a notification keeps it. Longer than a delivery takes. */
  leaseSeconds: number
}

export type MailConfig = {
  host: string
  port: number
  /** True: TLS from the first byte. False: STARTTLS, without which nothing is sent beyond loopback. */
  secure: boolean
  user: string
  password: string
  from: string
  /** PEM of the certificate authority of the mail server, in addition to the known ones. */
  ca: string | undefined
}

/**
 * Reads ATTESTRY_NOTIFICATIONS (`on`, `off`), ATTESTRY_NOTIFICATION_ADDRESSES (CIDR ranges and addresses, separated by
 * commas), ATTESTRY_SMTP_URL, ATTESTRY_SMTP_FROM, ATTESTRY_SMTP_CA, ATTESTRY_EMAILS_PER_HOUR, ATTESTRY_BASE_URL.
 *
 * @throws DomainError VALIDATION naming the variable, never its value.
 */
export function readNotificationConfig(env: NodeJS.ProcessEnv): NotificationConfig {
  const notifies = env.ATTESTRY_NOTIFICATIONS || 'on'
  if (notifies !== 'on' && notifies !== 'off')
    throw new DomainError(Reason.VALIDATION, 'ATTESTRY_NOTIFICATIONS must be on or off')
  return {
    notifies: notifies === 'on',
    mail: readMailConfig(env),
    emailsPerHour: readEmailsPerHour(env.ATTESTRY_EMAILS_PER_HOUR || '500'),
    allowed: allowedRanges(env.ATTESTRY_NOTIFICATION_ADDRESSES ?? ''),
    baseUrl: readHttpUrl(env, 'ATTESTRY_BASE_URL') ?? '',
    leaseSeconds: 60,
  }
}

function readMailConfig(env: NodeJS.ProcessEnv): MailConfig | undefined {
  const text = env.ATTESTRY_SMTP_URL
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
    throw new DomainError(Reason.VALIDATION, 'ATTESTRY_SMTP_URL must be smtp://… or smtps://…')
  if (!env.ATTESTRY_SMTP_FROM)
    throw new DomainError(Reason.VALIDATION, 'ATTESTRY_SMTP_FROM is not set: the sender of e-mails')
  const from = env.ATTESTRY_SMTP_FROM.trim()
  if (!SENDER.test(from))
    throw new DomainError(
      Reason.VALIDATION,
      'ATTESTRY_SMTP_FROM must be an e-mail address, or Name <address>',
    )
  const secure = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    from,
    ca: env.ATTESTRY_SMTP_CA
      ? readCertificates('ATTESTRY_SMTP_CA', env.ATTESTRY_SMTP_CA, 'authorities')
      : undefined,
  }
}

/** An address, or one in angle brackets after a name. */
const SENDER = /^(?:(?:"[^"\r\n]*" *|[^<>@\r\n]*)<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/

/** At least as many as one channel can have recipients. */
function readEmailsPerHour(text: string): number {
  const value = Number(text)
  if (!/^\d{1,7}$/.test(text) || value < 20 || value > 1_000_000)
    throw new DomainError(
      Reason.VALIDATION,
      'ATTESTRY_EMAILS_PER_HOUR must be a whole number between 20 and 1000000',
    )
  return value
}
