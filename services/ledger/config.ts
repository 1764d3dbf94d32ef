import { readServiceConfig, required, type ServiceConfig } from '../kernel/config.ts'
import type { KmsConfig } from '../kernel/crypto/kms.ts'
import { readKeyName, readKmsConfig } from '../kernel/crypto/kms-config.ts'
import { readWrappingKeys, type WrappingKeys } from '../kernel/crypto/wrapping-keys.ts'
import { DomainError, Reason } from '../kernel/errors/errors.ts'
import { type NotificationConfig, readNotificationConfig } from './notifications/config.ts'
import { readStatementConfig, type StatementConfig } from './statements/config.ts'

export type LedgerConfig = ServiceConfig & {
  kms: KmsConfig
  /**
   * The first signing key; rotations replace it. If it is empty, nothing is signed until a key is created. It MUST NOT be empty if
   * the wrapping key is set: one without the other is a mistake.
   */
  signingKeyArn: string
  /** The directory for checkpoints outside the database. If it is absent, only the log stream has them. */
  checkpointDir: string | undefined
  /** How often trees that grew get a checkpoint. */
  checkpointEveryMs: number
  /** Whether this process sequences the log. At least one process of the installation MUST do so. */
  sequences: boolean
  /**
   * The symmetric keys that wrap the data keys of notification channels. Without a current key only e-mail channels can be
   * created.
   */
  wrappingKeys: WrappingKeys
  /** How many bytes an organization may attach to incidents in a day. */
  attachmentBytesPerDay: number
  notifications: NotificationConfig
  statements: StatementConfig
}

/**
 * Reads the ledger's environment: ATTESTRY_KMS_*, AWS_*, ATTESTRY_CHECKPOINT_DIR, ATTESTRY_CHECKPOINT_SECONDS (0.1 to
 * 86,400; 60), ATTESTRY_SEQUENCER (`on`, `off`), ATTESTRY_ATTACHMENT_MIB_PER_DAY (10 to
 * 1,000,000; 2,048), and those of notifications and statements (`config.ts` of their directories).
 *
 * @throws DomainError VALIDATION naming what is missing or malformed.
 */
export function readLedgerConfig(env: NodeJS.ProcessEnv): LedgerConfig {
  const seconds = Number(env.ATTESTRY_CHECKPOINT_SECONDS || '60')
  if (!(seconds >= 0.1 && seconds <= 86_400))
    throw new DomainError(Reason.VALIDATION, 'ATTESTRY_CHECKPOINT_SECONDS must be from 0.1 to 86400')
  const mib = Number(env.ATTESTRY_ATTACHMENT_MIB_PER_DAY || '2048')
  if (!Number.isInteger(mib) || mib < 10 || mib > 1_000_000)
    throw new DomainError(Reason.VALIDATION, 'ATTESTRY_ATTACHMENT_MIB_PER_DAY must be from 10 to 1000000')
  const sequencer = env.ATTESTRY_SEQUENCER || 'on'
  if (sequencer !== 'on' && sequencer !== 'off')
    throw new DomainError(Reason.VALIDATION, 'ATTESTRY_SEQUENCER must be on or off')
  if (env.ATTESTRY_KMS_WRAPPING_KEY_ARN) required(env, 'ATTESTRY_KMS_SIGNING_KEY_ARN')
  return {
    ...readServiceConfig('ledger', env),
    kms: readKmsConfig(env),
    signingKeyArn: readKeyName(env, 'ATTESTRY_KMS_SIGNING_KEY_ARN'),
    checkpointDir: env.ATTESTRY_CHECKPOINT_DIR || undefined,
    checkpointEveryMs: seconds * 1000,
    sequences: sequencer === 'on',
    wrappingKeys: readWrappingKeys(env),
    attachmentBytesPerDay: mib * 1024 * 1024,
    notifications: readNotificationConfig(env),
    statements: readStatementConfig(env),
  }
}
