import { readServiceConfig, required, type ServiceConfig } from '../kernel/config.ts'
import type { KmsConfig } from '../kernel/crypto/kms.ts'
import { readKmsConfig } from '../kernel/crypto/kms-config.ts'

export type IngestionConfig = ServiceConfig & {
  kms: KmsConfig
  /**
   * The symmetric key that wraps the data keys of webhook secrets. Empty: no endpoint can be made; not where the signing
   * key is named, since one without the other is a mistake.
   */
  wrappingKeyArn: string
}

/** Reads ingestion's environment: ATTESTRY_KMS_*, AWS_*. @throws DomainError VALIDATION naming what is missing or malformed. */
export function readIngestionConfig(env: NodeJS.ProcessEnv): IngestionConfig {
  return {
    ...readServiceConfig('ingestion', env),
    kms: readKmsConfig(env),
    wrappingKeyArn: env.ATTESTRY_KMS_SIGNING_KEY_ARN
      ? required(env, 'ATTESTRY_KMS_WRAPPING_KEY_ARN')
      : (env.ATTESTRY_KMS_WRAPPING_KEY_ARN ?? ''),
  }
}
