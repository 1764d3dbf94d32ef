import { readEvidenceConfig } from '../../../services/evidence/config.ts'
import { startEvidence } from '../../../services/evidence/service.ts'
import { readGateConfig } from '../../../services/gate/config.ts'
import { startGate } from '../../../services/gate/service.ts'
import { readIngestionConfig } from '../../../services/ingestion/config.ts'
import { startIngestion } from '../../../services/ingestion/service.ts'
import type { Clock } from '../../../services/kernel/clock.ts'
import { NotStopped, stopAfter, stopAll, stopWithin } from '../../../services/kernel/concurrency/stop-all.ts'
import { readClientToken } from '../../../services/kernel/config.ts'
import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'
import { SERVICE_NAMES, type ServiceName } from '../../../services/kernel/identity/access.ts'
import type { Directory } from '../../../services/kernel/identity/directory.ts'
import { remoteDirectory } from '../../../services/kernel/identity/remote-directory.ts'
import type { Log } from '../../../services/kernel/logging/log.ts'
import type { RunningService } from '../../../services/kernel/service.ts'
import { remoteTransport } from '../../../services/kernel/transport/client/remote-transport.ts'
import { readTls } from '../../../services/kernel/transport/tls.ts'
import { readLedgerConfig } from '../../../services/ledger/config.ts'
import { startLedger } from '../../../services/ledger/service.ts'
import type { Transports } from '../../clients.ts'
import { readAllowedHosts, readGatewayConfig } from '../../config.ts'
import { createContext } from '../../context.ts'
import { listenForMetrics } from '../../metrics/listen.ts'
import { createMetrics } from '../../metrics/metrics.ts'
import { type RunningGateway, startGateway } from '../../service.ts'
import { deferredLedger } from './deferred-ledger.ts'
import { MIGRATIONS } from './migrations.ts'
import { readiness } from './readiness.ts'
import type { ProcessRole } from './role-names.ts'
import { readServiceUrl, urlVariable } from './service-urls.ts'
import { STATE_RULES } from './state-rules.ts'

/** The roles that run in this process. */
export type Composition = {
  services: RunningService[]
  transports: Transports
  gateway: RunningGateway | undefined
  /**
   * Stops the gateway and the ports of the services first, then the services, and the ledger, which the others call, last.
   *
   * @throws NotStopped when a part has not ended in its time; the others were stopped
   */
  destroy(): Promise<void>
}

/**
 * Starts the given roles in one process. Services of this process are connected in process, others over HTTP/2 by the addresses
 * in the environment. A role that fails to start stops those already started.
 *
 * @param deps.pending work that must end before the installation is ready
 * @param deps.signal ends the waiting for a database that does not answer
 * @throws DomainError with one line for the operator; NotStopped when the signal ended the start and a part has not stopped
 */
export async function compose(
  roles: readonly ProcessRole[],
  env: NodeJS.ProcessEnv,
  deps: { clock: Clock; log: Log; pending?: () => string[]; signal?: AbortSignal },
): Promise<Composition> {
  const services: RunningService[] = []
  let gateway: RunningGateway | undefined
  let metricsPort: { close(): Promise<void> } | undefined
  const metrics = createMetrics()
  const destroy = (): Promise<void> =>
    stopRoles(gateway, services, [() => metricsPort?.close(), () => metrics.close()])
  try {
    const metricsAddress = env.ATTESTRY_METRICS_LISTEN
    if (metricsAddress !== undefined)
      metricsPort = await listenForMetrics(metricsAddress, metrics, readAllowedHosts(env))
    const transports = remoteTransports(env, roles)
    // Waits for all of them, so that after a failure none of them is still starting.
    const starting = startServices(roles, env, deps, transports)
    for (const start of await Promise.allSettled(starting)) {
      if (start.status === 'rejected') continue
      services.push(start.value)
      transports[start.value.name] = start.value.transport
    }
    await Promise.all(starting)
    if (roles.includes('gateway')) {
      const notReady = readiness(env, services, transports)
      const missing = async () => [...(await notReady()), ...(deps.pending?.() ?? [])]
      gateway = await startGateway(
        createContext(readGatewayConfig(env), { ...deps, transports, missing, metrics }),
      )
    }
    return { services, transports, gateway, destroy }
  } catch (error) {
    throw await stopAfter(error, destroy, { wasToldToStop: deps.signal?.aborted === true })
  }
}

/** @param others are stopped last */
async function stopRoles(
  gateway: RunningGateway | undefined,
  services: readonly RunningService[],
  others: (() => unknown)[],
): Promise<void> {
  const late = new Set<string>()
  const errors: unknown[] = []
  const within = (ms: number, parts: { name: string; stop(): unknown }[]) => async () => {
    const stops = Object.fromEntries(parts.map(({ name, stop }) => [name, stop]))
    const result = await stopWithin(ms, stops)
    for (const name of result.late) late.add(name)
    errors.push(...result.errors)
  }
  const ports = services.map(({ name, drain }) => ({ name, stop: drain }))
  const stops = services.map(({ name, destroy }) => ({ name, stop: destroy }))
  const isLedger = ({ name }: { name: string }): boolean => name === 'ledger'
  const stopped = stopAll([
    within(DRAIN_MS, [...ports, { name: 'gateway', stop: () => gateway?.destroy() }]),
    within(
      STOP_MS,
      stops.filter((service) => !isLedger(service)),
    ),
    within(STOP_MS, stops.filter(isLedger)),
    ...others,
  ])
  await stopped.catch((error: unknown) => errors.push(error))
  if (late.size > 0)
    throw new NotStopped([...late], errors.length > 0 ? { cause: new AggregateError(errors) } : {})
  if (errors.length > 0) throw errors[0]
}

/** Longer than gateway and ports wait for calls in progress. */
const DRAIN_MS = 12_000
/** How long a service may take to end its jobs and to close its connections. */
const STOP_MS = 4000

type Deps = { clock: Clock; log: Log; directory: Directory; transports: Transports; signal?: AbortSignal }

type Starter = (env: NodeJS.ProcessEnv, deps: Deps) => Promise<RunningService>

/**
 * Starts the services of the roles, all at once. `transports` gets the ledger at once: a call of it is UNAVAILABLE until it has
 * started (deferredLedger).
 */
function startServices(
  roles: readonly ProcessRole[],
  env: NodeJS.ProcessEnv,
  deps: Pick<Deps, 'clock' | 'log' | 'signal'>,
  transports: Transports,
): Promise<RunningService>[] {
  const starting: Promise<RunningService>[] = []
  let directory: Directory | undefined
  if (roles.includes('ledger')) {
    const deferred = deferredLedger()
    transports.ledger = deferred.transport
    directory = deferred.directory
    starting.push(startTheLedger(env, deps, deferred))
  }
  for (const [name, start] of OTHERS) {
    if (!roles.includes(name)) continue
    directory ??= remoteDirectory(transports.ledger)
    starting.push(start(env, { ...deps, directory, transports }))
  }
  return starting
}

async function startTheLedger(
  env: NodeJS.ProcessEnv,
  deps: Pick<Deps, 'clock' | 'log' | 'signal'>,
  deferred: ReturnType<typeof deferredLedger>,
): Promise<RunningService> {
  const rules = { stateRules: STATE_RULES, migrations: MIGRATIONS }
  const ledger = await startLedger(readLedgerConfig(env), { ...deps, ...rules })
  deferred.started(ledger)
  return ledger
}

/** The functions that start the services other than the ledger. */
const OTHERS: [ServiceName, Starter][] = [
  ['gate', async (env, deps) => startGate(readGateConfig(env), deps)],
  ['ingestion', async (env, deps) => startIngestion(readIngestionConfig(env), deps)],
  ['evidence', async (env, deps) => startEvidence(readEvidenceConfig(env), deps)],
]

/** Returns transports to the services that run elsewhere (ATTESTRY_<SERVICE>_URL). */
function remoteTransports(env: NodeJS.ProcessEnv, roles: readonly ProcessRole[]): Transports {
  const tls = readTls(env).client
  const entries = SERVICE_NAMES.filter((name) => !roles.includes(name)).map((name) => {
    const url = readServiceUrl(env, name)
    if (url === undefined) return [name, unreachable(name)]
    const token = readClientToken(env)
    return [name, remoteTransport({ baseUrl: url, token, ...(tls === undefined ? {} : { tls }) })]
  })
  return Object.fromEntries(entries)
}

/**
 * Returns the transport to a service that is neither here nor configured: every call fails with the name of the missing variable.
 */
function unreachable(name: ServiceName): Transports[ServiceName] {
  const fail = async (): Promise<never> => {
    throw new DomainError(Reason.UNAVAILABLE, `${name} does not run here and ${urlVariable(name)} is not set`)
  }
  return { unary: fail, stream: fail }
}
