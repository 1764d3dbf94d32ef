import { DomainError, Reason } from '../errors/errors.ts'
import type { Kms } from './kms.ts'
import { readKeyName } from './kms-config.ts'

/**
 * The keys that wrap the data keys of secrets. `current` wraps new data keys; it is empty where none is configured. The keys in
 * `former` wrapped earlier ones. The key id in a ciphertext is never used: only keys that the operator has configured open it.
 */
export type WrappingKeys = { current: string; former: readonly string[] }

/** Reads ATTESTRY_KMS_WRAPPING_KEY_ARN and ATTESTRY_KMS_FORMER_WRAPPING_KEY_ARNS. @throws DomainError VALIDATION naming the variable */
export function readWrappingKeys(env: NodeJS.ProcessEnv): WrappingKeys {
  const current = readKeyName(env, 'ATTESTRY_KMS_WRAPPING_KEY_ARN')
  const listed = env.ATTESTRY_KMS_FORMER_WRAPPING_KEY_ARNS ?? ''
  const former = listed
    .split(',')
    .map((arn) => arn.trim())
    .filter((arn) => arn !== '' && arn !== current)
  if (former.length > MAX_FORMER)
    throw new DomainError(
      Reason.VALIDATION,
      `ATTESTRY_KMS_FORMER_WRAPPING_KEY_ARNS: at most ${MAX_FORMER} keys`,
    )
  // An endpoint of another key service may have other names.
  if (!env.ATTESTRY_KMS_ENDPOINT && former.some((arn) => !ARN.test(arn)))
    throw new DomainError(
      Reason.VALIDATION,
      'ATTESTRY_KMS_FORMER_WRAPPING_KEY_ARNS must be ARNs of keys, separated by commas: arn:aws:kms:REGION:ACCOUNT:key/ID',
    )
  return { current, former }
}

/**
 * Opens a wrapped data key with the current key, or with the former one that made it.
 *
 * @throws DomainError as `Kms.decrypt`; where every key refuses, the error of the current one
 */
export async function unwrapDataKey(
  kms: Pick<Kms, 'decrypt'>,
  { current, former }: WrappingKeys,
  wrapped: { key: Uint8Array; context: Record<string, string> },
): Promise<Buffer> {
  let refusal: unknown
  for (const arn of [current, ...former]) {
    try {
      return await kms.decrypt(arn, wrapped.key, wrapped.context)
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== Reason.INTERNAL) throw error
      refusal ??= error
    }
  }
  throw refusal
}

const ARN = /^arn:[^\s:]+:kms:\S+$/
const MAX_FORMER = 8
