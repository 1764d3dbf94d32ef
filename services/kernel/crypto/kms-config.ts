import { DomainError, Reason } from '../errors/errors.ts'
import { readHttpUrl } from '../values/http-url.ts'
import type { KmsConfig } from './kms.ts'

/**
 * Reads the configuration of the key service: ATTESTRY_KMS_ENDPOINT (absent: AWS), AWS_REGION and the AWS_* credentials. The AWS
 * SDK looks up the values that are not set.
 *
 * @throws DomainError VALIDATION naming the variable
 */
export function readKmsConfig(env: NodeJS.ProcessEnv): KmsConfig {
  const endpoint = readHttpUrl(env, 'ATTESTRY_KMS_ENDPOINT')
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || undefined
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = env
  return {
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
    ...(AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY
      ? {
          credentials: {
            accessKeyId: AWS_ACCESS_KEY_ID,
            secretAccessKey: AWS_SECRET_ACCESS_KEY,
            ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
          },
        }
      : {}),
  }
}

/**
 * Reads a variable that names a key: an ARN, an alias or an id, as AWS KMS takes them. Another key service, which
 * ATTESTRY_KMS_ENDPOINT names, may have other names, without white space.
 *
 * @returns '' where the variable is not set
 * @throws DomainError VALIDATION naming the variable
 */
export function readKeyName(env: NodeJS.ProcessEnv, variable: string): string {
  const name = env[variable] ?? ''
  requireRegion(env, variable, name)
  if (name === '' || (env.ATTESTRY_KMS_ENDPOINT ? !/\s/.test(name) : isKeyName(name))) return name
  throw new DomainError(
    Reason.VALIDATION,
    `${variable} must be the ARN of one key: arn:aws:kms:REGION:ACCOUNT:key/ID`,
  )
}

/** AWS KMS knows the keys of its own region only. Its refusal names neither region. @throws DomainError VALIDATION naming the variable */
function requireRegion(env: NodeJS.ProcessEnv, variable: string, name: string): void {
  const { region } = readKmsConfig(env)
  const own = /^arn:[^:]+:kms:([\w-]+):/.exec(name)?.[1]
  if (env.ATTESTRY_KMS_ENDPOINT || region === undefined || own === undefined || own === region) return
  throw new DomainError(
    Reason.VALIDATION,
    `${variable} names a key in ${own}, and the region of the key service is ${region} (AWS_REGION)`,
  )
}

/** Whether AWS KMS takes a text as a KeyId (API reference, "GetPublicKey"). */
function isKeyName(text: string): boolean {
  const [arn, partition, service, region, account, resource, ...more] = text.split(':')
  if (partition === undefined) return /^[\w/-]+$/.test(text)
  if (arn !== 'arn' || partition === '' || service !== 'kms' || more.length > 0) return false
  return (
    /^[\w-]+$/.test(region ?? '') &&
    /^\d+$/.test(account ?? '') &&
    /^(?:key|alias)\/[\w/-]+$/.test(resource ?? '')
  )
}
