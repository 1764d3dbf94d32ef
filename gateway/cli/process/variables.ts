import type { Log } from '../../../services/kernel/logging/log.ts'

/** Warns of each variable of the environment that has the form of a setting and is none: a misspelt one would have no effect, in silence. */
export function warnOfUnknownVariables(env: NodeJS.ProcessEnv, log: Pick<Log, 'warn'>): void {
  for (const variable of Object.keys(env))
    if (variable.startsWith(PREFIX) && !SETTINGS.has(variable.slice(PREFIX.length)))
      log.warn(
        { variable },
        'an environment variable that begins with ATTESTRY_ is not a setting: it has no effect',
      )
}

/** Warns of settings of a mail server where none is named: no e-mail would be sent, in silence. */
export function warnOfMailWithoutServer(env: NodeJS.ProcessEnv, log: Pick<Log, 'warn'>): void {
  if (env.ATTESTRY_SMTP_URL) return
  for (const variable of ['ATTESTRY_SMTP_FROM', 'ATTESTRY_SMTP_CA'])
    if (env[variable]) log.warn({ variable }, 'ATTESTRY_SMTP_URL is not set: no e-mail is sent')
}

const PREFIX = 'ATTESTRY_'

/** What follows the prefix in the variables of docs/operations.md, "Environment". */
export const SETTINGS: ReadonlySet<string> = new Set([
  'ALLOWED_HOSTS',
  'API_KEY',
  'ATTACHMENT_MIB_PER_DAY',
  'BASE_URL',
  'CHECKPOINT_DIR',
  'CHECKPOINT_SECONDS',
  'CLIENT_TOKEN',
  'DATABASE_WAIT_SECONDS',
  'DATA_DIR',
  'EMAILS_PER_HOUR',
  'EVIDENCE_LISTEN',
  'EVIDENCE_URL',
  'GATE_LISTEN',
  'GATE_URL',
  'INGESTION_LISTEN',
  'INGESTION_URL',
  'KMS_ENDPOINT',
  'KMS_FORMER_WRAPPING_KEY_ARNS',
  'KMS_SIGNING_KEY_ARN',
  'KMS_WRAPPING_KEY_ARN',
  'LEDGER_LISTEN',
  'LEDGER_URL',
  'LOG_LEVEL',
  'MAX_CONNECTIONS',
  'MAX_CONNECTIONS_PER_ADDRESS',
  'METRICS_LISTEN',
  'NOTIFICATIONS',
  'NOTIFICATION_ADDRESSES',
  'SEQUENCER',
  'SMTP_CA',
  'SMTP_FROM',
  'SMTP_URL',
  'TIMESTAMP_AUTHORITIES',
  'TLS_CA',
  'TLS_CERT',
  'TLS_KEY',
  'TRUSTED_PROXIES',
  'URL',
  'WEBHOOK_SECRET',
  'WITNESSES',
  'WITNESS_ADDRESSES',
])
