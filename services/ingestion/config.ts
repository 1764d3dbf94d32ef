import { readServiceConfig, required, type ServiceConfig } from '../kernel/config.ts'
import type { KmsConfig } from '../kernel/crypto/kms.ts'
import { readKmsConfig } from '../kernel/crypto/kms-config.ts'
import { readWrappingKeys, type WrappingKeys } from '../kernel/crypto/wrapping-keys.ts'

export type IngestionConfig = ServiceConfig & {
  kms: KmsConfig
  /**
   * The symmetric keys that wrap the data keys of webhook secrets. Without a current one no endpoint can be created. It is
   * required if the environment names a signing key.
   */
  wrappingKeys: WrappingKeys
}

/** Reads ingestion's environment: ATTESTRY_KMS_*, AWS_*. @throws DomainError VALIDATION naming what is missing or malformed. */
export function readIngestionConfig(env: NodeJS.ProcessEnv): IngestionConfig {
  if (env.ATTESTRY_KMS_SIGNING_KEY_ARN) required(env, 'ATTESTRY_KMS_WRAPPING_KEY_ARN')
  return {
    ...readServiceConfig('ingestion', env),
    kms: readKmsConfig(env),
    wrappingKeys: readWrappingKeys(env),
  }
}
