import { resolve } from 'node:path'
import { mintSecret } from '../../../services/kernel/crypto/secrets.ts'
import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'
import { keepPrivate, openDataDirectory } from '../../../services/local/data-directory.ts'

/**
 * Returns the data directory of this installation (ATTESTRY_DATA_DIR). An empty text, which a shell makes of a variable that is not
 * set, would name the working directory.
 *
 * @throws DomainError VALIDATION naming the variable
 */
export function dataDirOf(env: NodeJS.ProcessEnv): string {
  if (env.ATTESTRY_DATA_DIR?.trim() === '')
    throw new DomainError(
      Reason.VALIDATION,
      'ATTESTRY_DATA_DIR is empty: name a directory, or leave it unset for .attestry',
    )
  return resolve(env.ATTESTRY_DATA_DIR ?? '.attestry')
}

/**
 * Returns the environment with the credential of the installation's own processes: ATTESTRY_CLIENT_TOKEN, or the one kept in
 * the data directory.
 */
export async function withClientToken(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (env.ATTESTRY_CLIENT_TOKEN !== undefined && env.ATTESTRY_CLIENT_TOKEN !== '') return env
  const dataDir = await openDataDirectory(dataDirOf(env))
  const kept = await keepPrivate(`${dataDir}/client-token`, () => mintSecret('atc').secret)
  return { ...env, ATTESTRY_CLIENT_TOKEN: kept.trim() }
}
