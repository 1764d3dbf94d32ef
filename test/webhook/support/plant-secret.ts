import { inject } from 'vitest'
import { contextOf, type EndpointRef, seal } from '../../../services/ingestion/domain/webhook/seal.ts'
import { createKms } from '../../../services/kernel/crypto/kms.ts'
import { readKmsConfig } from '../../../services/kernel/crypto/kms-config.ts'
import { sql } from '../../harness/database.ts'

/** Gives an endpoint a secret that is known beforehand, sealed as rotation would seal it. */
export async function plantSecret(databaseUrl: string, endpoint: EndpointRef, secret: string): Promise<void> {
  const env = inject('kms')
  const kms = createKms(readKmsConfig(env))
  try {
    const { plaintext, blob } = await kms.generateDataKey(
      env.ATTESTRY_KMS_WRAPPING_KEY_ARN!,
      contextOf(endpoint),
    )
    await sql(
      databaseUrl,
      'update ingestion.webhook_endpoints set wrapped_key = $3, sealed_secret = $4 where org_id = $1 and id = $2',
      [endpoint.orgId, endpoint.id, blob, seal(plaintext, endpoint, secret)],
    )
  } finally {
    await kms.close()
  }
}
