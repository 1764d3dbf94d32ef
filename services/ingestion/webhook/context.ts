import { type Client, createClient, type Transport } from '@connectrpc/connect'
import { AdmissionService } from '../../../proto/gen/attestry/ledger/v1/admission_pb.ts'
import { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createKms, type Kms } from '../../kernel/crypto/kms.ts'
import type { Database } from '../../kernel/database/database.ts'
import { aggregateCalls, type CallAggregator } from '../../kernel/identity/aggregate-calls.ts'
import type { Directory } from '../../kernel/identity/directory.ts'
import type { Log } from '../../kernel/logging/log.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import { type MinuteLimit, minuteLimit } from '../../kernel/values/minute-limit.ts'
import { RecentMap } from '../../kernel/values/recent-map.ts'
import type { IngestionConfig } from '../config.ts'
import { type EndpointDirectory, endpointDirectory, type KnownEndpoint } from '../store/webhook/directory.ts'
import { type EndpointStore, endpointStore } from '../store/webhook/endpoints.ts'
import { type RejectedStore, rejectedStore } from '../store/webhook/rejected.ts'
import { type LargeDeliveries, largeDeliveries } from './large-deliveries.ts'
import { type MappingReader, mappingReader } from './mappings.ts'
import { type SecretBox, secretBox } from './secret-box.ts'

/** The dependencies of the webhook's RPCs. */
export type WebhookContext = {
  clock: Clock
  log: Log
  endpoints: EndpointStore
  directory: EndpointDirectory
  /**
   * Endpoints by their tokens, as the last delivery read them. An endpoint may have changed since, in any process. A decision by a
   * cached endpoint MUST be confirmed by the statement that writes, which compares the version, or be made again by the current
   * version.
   */
  endpointCache: RecentMap<string, KnownEndpoint>
  mappings: MappingReader
  rejected: RejectedStore
  kms: Kms
  secrets: SecretBox
  incidents: Pick<Client<typeof IncidentService>, 'deliverIncident'>
  admission: Pick<Client<typeof AdmissionService>, 'drawQuota'>
  largeDeliveries: LargeDeliveries
  /** Whether an unsigned call may have an audit entry of its own. */
  unsignedEntry: MinuteLimit
  /** Counts the refused calls of an endpoint that have no entry of their own. */
  signedCalls: CallAggregator
}

export function webhookContext(
  cfg: Pick<IngestionConfig, 'kms' | 'wrappingKeys'>,
  deps: { clock: Clock; log: Log; db: Database; ledger: Transport; record: Directory['record'] },
): WebhookContext {
  const { clock, log, db, ledger, record } = deps
  // Few and short attempts: a sender waits while a secret is opened, and retries by itself.
  const kms = createKms({ attempts: 3, timeoutMs: 3000, ...cfg.kms })
  const directory = endpointDirectory(db)
  return {
    clock,
    log,
    endpoints: endpointStore(db),
    directory,
    endpointCache: new RecentMap(10_000),
    mappings: mappingReader(directory),
    rejected: rejectedStore(db, log),
    kms,
    secrets: secretBox(kms, cfg.wrappingKeys),
    incidents: createClient(IncidentService, ledger),
    admission: createClient(AdmissionService, ledger),
    largeDeliveries: largeDeliveries(),
    unsignedEntry: minuteLimit(clock, LIMITS.anonymousEntries),
    signedCalls: aggregateCalls(record, { clock, log }),
  }
}
