import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDataDirectory } from '../../../services/local/data-directory.ts'
import { type LocalKms, startLocalKms } from '../../../services/local/kms/local-kms.ts'
import { dataDirOf } from '../data-directory/environment.ts'

/** Whether the local key service is used, because the environment names no key of another one. */
export function needsLocalKms(env: NodeJS.ProcessEnv): boolean {
  return !env.ATTESTRY_KMS_SIGNING_KEY_ARN && !env.ATTESTRY_KMS_WRAPPING_KEY_ARN
}

/**
 * Starts the key service of the data directory, and puts its address and credentials into the environment of the services in this
 * process. They are never printed, and other processes do not see them.
 */
export async function withLocalKms(
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<{ env: NodeJS.ProcessEnv; kms: LocalKms }> {
  const kms = await startLocalKms({ dataDir: dataDirOf(env), log: say })
  return { env: { ...env, ...kmsEnvironment(kms) }, kms }
}

/**
 * Runs an operator's command with the key service of the data directory, if that has one and the environment names no other. A
 * running instance has its own key service over the same keys.
 */
export async function withKeptKms<T>(
  env: NodeJS.ProcessEnv,
  run: (env: NodeJS.ProcessEnv) => Promise<T>,
): Promise<T> {
  const dataDir = dataDirOf(env)
  if (!needsLocalKms(env) || !existsSync(join(dataDir, 'kms', 'credentials.json'))) return await run(env)
  const kms = await startLocalKms({ dataDir, temporaryPort: true })
  return await run({ ...env, ...kmsEnvironment(kms) }).finally(() => kms.stop())
}

/** Returns the environment variables that point services to a local key service. */
export function kmsEnvironment(kms: LocalKms): NodeJS.ProcessEnv {
  return {
    ATTESTRY_KMS_ENDPOINT: kms.endpoint,
    ATTESTRY_KMS_SIGNING_KEY_ARN: kms.signingKeyArn,
    ATTESTRY_KMS_WRAPPING_KEY_ARN: kms.wrappingKeyArn,
    AWS_REGION: kms.region,
    AWS_ACCESS_KEY_ID: kms.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: kms.credentials.secretAccessKey,
    AWS_SESSION_TOKEN: '',
  }
}

/**
 * Returns the environment with the directory for checkpoints outside the database: ATTESTRY_CHECKPOINT_DIR, or the data
 * directory's.
 */
export async function withCheckpointDir(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (env.ATTESTRY_CHECKPOINT_DIR) return env
  return { ...env, ATTESTRY_CHECKPOINT_DIR: join(await openDataDirectory(dataDirOf(env)), 'checkpoints') }
}
