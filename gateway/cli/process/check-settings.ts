import { readEvidenceConfig } from '../../../services/evidence/config.ts'
import { readGateConfig } from '../../../services/gate/config.ts'
import { readIngestionConfig } from '../../../services/ingestion/config.ts'
import { parseListen } from '../../../services/kernel/config.ts'
import { readDatabaseWaitSeconds } from '../../../services/kernel/database/until-answered.ts'
import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'
import type { Log } from '../../../services/kernel/logging/log.ts'
import { readTls } from '../../../services/kernel/transport/tls.ts'
import { readLedgerConfig } from '../../../services/ledger/config.ts'
import { requireAppendable } from '../../../services/ledger/log/checkpoint-file.ts'
import { readAllowedHosts, readGatewayConfig } from '../../config.ts'
import { dataDirOf } from '../data-directory/environment.ts'
import { checkAddresses } from './check-addresses.ts'
import { databaseServer } from './database-server.ts'
import type { ProcessRole } from './role-names.ts'
import { checkServiceUrls } from './service-urls.ts'
import { warnOfMailWithoutServer, warnOfUnknownVariables } from './variables.ts'

/**
 * Reads every setting of the roles before a part starts: otherwise a wrong one is named only once the database answers.
 *
 * @throws DomainError VALIDATION naming the variable
 */
export async function checkSettings(
  env: NodeJS.ProcessEnv,
  roles: readonly ProcessRole[],
  log: Pick<Log, 'warn'>,
): Promise<void> {
  dataDirOf(env)
  readTls(env)
  readDatabaseWaitSeconds(env)
  if (env.DATABASE_URL) databaseServer(env.DATABASE_URL)
  const { ATTESTRY_METRICS_LISTEN: metrics, ATTESTRY_CHECKPOINT_DIR: checkpoints } = env
  if (metrics !== undefined) {
    parseListen(metrics, 'ATTESTRY_METRICS_LISTEN')
    readAllowedHosts(env)
  }
  // The parts that start first give the settings that are absent.
  const filled = {
    ...env,
    DATABASE_URL: env.DATABASE_URL || STARTED_LATER,
    ATTESTRY_CLIENT_TOKEN: env.ATTESTRY_CLIENT_TOKEN || STARTED_LATER,
  }
  for (const role of roles) READERS[role](filled)
  await checkAddresses(env, roles)
  if (checkpoints && roles.includes('ledger')) await checkCheckpointDirectory(checkpoints)
  checkServiceUrls(env, roles, log)
  if (roles.includes('ledger')) warnOfMailWithoutServer(env, log)
  warnOfUnknownVariables(env, log)
}

const READERS: { [role in ProcessRole]: (env: NodeJS.ProcessEnv) => unknown } = {
  gateway: readGatewayConfig,
  ledger: readLedgerConfig,
  gate: readGateConfig,
  ingestion: readIngestionConfig,
  evidence: readEvidenceConfig,
}

const STARTED_LATER = 'given by a part of this process that starts later'

/** Checkpoints that cannot be written there would be missed only when they are needed. */
async function checkCheckpointDirectory(directory: string): Promise<void> {
  try {
    await requireAppendable(directory)
  } catch (cause) {
    const { message } = cause as Error
    throw new DomainError(
      Reason.VALIDATION,
      `ATTESTRY_CHECKPOINT_DIR: ${directory} is no directory to which this process can write: ${message}`,
      { cause },
    )
  }
}
