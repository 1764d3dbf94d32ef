import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@connectrpc/connect'
import {
  Health,
  HealthCheckResponse_ServingStatus as Status,
} from '../../../proto/gen/grpc/health/v1/health_pb.ts'
import { SERVICE_NAMES, type ServiceName } from '../../../services/kernel/identity/access.ts'
import type { RunningService } from '../../../services/kernel/service.ts'
import type { Transports } from '../../clients.ts'
import { readServiceUrl } from './service-urls.ts'

/**
 * Returns the services that do not answer within two seconds. Services of this process are asked by their own check, those that
 * run elsewhere (ATTESTRY_<SERVICE>_URL) by grpc.health.v1.
 */
export async function notReady(
  env: NodeJS.ProcessEnv,
  services: readonly RunningService[],
  transports: Transports,
): Promise<ServiceName[]> {
  const here = new Map(services.map(({ name, ready }) => [name, ready]))
  const asked = SERVICE_NAMES.flatMap((name) => {
    const ready = here.get(name)
    if (ready !== undefined) return [{ name, answer: Promise.race([ready(), late()]) }]
    if (readServiceUrl(env, name) === undefined) return []
    return [{ name, answer: serves(transports[name]) }]
  })
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
