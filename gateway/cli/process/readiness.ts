import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@connectrpc/connect'
import { DirectoryService } from '../../../proto/gen/attestry/ledger/v1/directory_pb.ts'
import {
  Health,
  HealthCheckResponse_ServingStatus as Status,
} from '../../../proto/gen/grpc/health/v1/health_pb.ts'
import { singleFlight } from '../../../services/kernel/concurrency/single-flight.ts'
import { readClientToken } from '../../../services/kernel/config.ts'
import { sha256 } from '../../../services/kernel/crypto/digest.ts'
import { SERVICE_NAMES, type ServiceName } from '../../../services/kernel/identity/access.ts'
import type { RunningService } from '../../../services/kernel/service.ts'
import type { Transports } from '../../clients.ts'
import { readServiceUrl } from './service-urls.ts'

/**
 * Returns a function that names the services that do not answer within two seconds. Services of this process are asked by their own
 * check, those that run elsewhere (ATTESTRY_<SERVICE>_URL) by grpc.health.v1. A ledger that runs elsewhere is missing until it has
 * accepted the token of this process. Anybody may ask: calls during a check share it, and so do calls during the pause before it.
 */
export function readiness(
  env: NodeJS.ProcessEnv,
  services: readonly RunningService[],
  transports: Transports,
): () => Promise<ServiceName[]> {
  const here = new Map(services.map(({ name, ready }) => [name, ready]))
  let isAccepted = false
  const accepts = async (): Promise<void> => {
    if (isAccepted) return
    const tokenHash = sha256(readClientToken(env))
    await createClient(DirectoryService, transports.ledger).authenticateClient(
      { tokenHash },
      { timeoutMs: PATIENCE_MS },
    )
    isAccepted = true
  }
  const asked = () =>
    SERVICE_NAMES.flatMap((name) => {
      const ready = here.get(name)
      if (ready !== undefined) return [{ name, answer: Promise.race([ready(), late()]) }]
      if (readServiceUrl(env, name) === undefined) return []
      const answer = serves(transports[name])
      return [{ name, answer: name === 'ledger' ? Promise.race([answer.then(accepts), late()]) : answer }]
    })
  return singleFlight(() => missingOf(asked()))
}

async function missingOf(asked: { name: ServiceName; answer: Promise<void> }[]): Promise<ServiceName[]> {
  const missing = await Promise.all(
    asked.map(({ name, answer }) =>
      answer.then(
        () => [],
        () => [name],
      ),
    ),
  )
  return missing.flat()
}

async function serves(transport: Transports[ServiceName]): Promise<void> {
  const { status } = await createClient(Health, transport).check({}, { timeoutMs: PATIENCE_MS })
  if (status !== Status.SERVING) throw new Error('not serving')
}

async function late(): Promise<never> {
  await sleep(PATIENCE_MS, undefined, { ref: false })
  throw new Error('not ready in time')
}

const PATIENCE_MS = 2000
