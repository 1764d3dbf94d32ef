import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDataDirectory } from '../../../services/local/data-directory.ts'
import { type LocalKms, startLocalKms } from '../../../services/local/kms.ts'
import { dataDirOf } from '../environment.ts'

/** Whether the environment names no key of a key service, so that the local one is used. */
export function needsLocalKms(env: NodeJS.ProcessEnv): boolean {
  return !env.ATTESTRY_KMS_SIGNING_KEY_ARN && !env.ATTESTRY_KMS_WRAPPING_KEY_ARN
}

/**
 * Starts the key service of the data directory, and puts it into the environment of the services in this process; it is never
 * printed, and other processes do not see it.
 */
export async function withLocalKms(
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<{ env: NodeJS.ProcessEnv; kms: LocalKms }> {
  const kms = await startLocalKms({ dataDir: dataDirOf(env), log: say })
  return { env: { ...env, ...kmsEnvironment(kms) }, kms }
}

/**
 * Runs an operator's command with the key service of the data directory where that has one and the environment names no
 * other. An instance that runs has its own beside it, over the same keys.
 */
export async function withKeptKms<T>(
  env: NodeJS.ProcessEnv,
  run: (env: NodeJS.ProcessEnv) => Promise<T>,
): Promise<T> {
  const dataDir = dataDirOf(env)
  if (!needsLocalKms(env) || !existsSync(join(dataDir, 'kms', 'credentials.json'))) return await run(env)
  const kms = await startLocalKms({ dataDir, beside: true })
  return await run({ ...env, ...kmsEnvironment(kms) }).finally(() => kms.stop())
}

/** The environment variables that point services to a local key service. */
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

/** The environment with the place for checkpoints outside the database: ATTESTRY_CHECKPOINT_DIR, or the data directory's. */
export async function withCheckpointDir(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (env.ATTESTRY_CHECKPOINT_DIR) return env
  return { ...env, ATTESTRY_CHECKPOINT_DIR: join(await openDataDirectory(dataDirOf(env)), 'checkpoints') }
}
