import { inject } from 'vitest'
import { contextOf, type EndpointRef } from '../../../services/ingestion/domain/webhook/seal.ts'
import { createKms } from '../../../services/kernel/crypto/kms.ts'
import { readKmsConfig } from '../../../services/kernel/crypto/kms-config.ts'
import { sealedSecrets } from '../../../services/kernel/crypto/sealed-secrets.ts'
import { readWrappingKeys } from '../../../services/kernel/crypto/wrapping-keys.ts'
import { sql } from '../../harness/database.ts'

/** Gives an endpoint a chosen secret, sealed as a rotation would seal it. */
export async function plantSecret(databaseUrl: string, endpoint: EndpointRef, secret: string): Promise<void> {
  const env = inject('kms')
  const kms = createKms(readKmsConfig(env))
  try {
    const { seal } = sealedSecrets(kms, readWrappingKeys(env))
    const { wrappedKey, sealedSecret } = await seal(contextOf(endpoint), secret)
    await sql(
      databaseUrl,
      'update ingestion.webhook_endpoints set wrapped_key = $3, sealed_secret = $4 where org_id = $1 and id = $2',
      [endpoint.orgId, endpoint.id, wrappedKey, sealedSecret],
    )
  } finally {
    await kms.close()
  }
}
