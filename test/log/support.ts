import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MessageInitShape } from '@bufbuild/protobuf'
import { createClient } from '@connectrpc/connect'
import { expect } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { kmsEnvironment } from '../../gateway/cli/process/local-kms.ts'
import {
  type Checkpoint,
  LogService,
  type VerifyLogRequestSchema,
  type VerifyLogResponse,
} from '../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { leafHash, treeHash } from '../../services/kernel/crypto/merkle.ts'
import { as, operatorCaller } from '../../services/kernel/identity/caller.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import type { Fault } from '../../services/local/kms/faults.ts'
import { type LocalKms, startLocalKms } from '../../services/local/kms/local-kms.ts'
import { connected, sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

/** An installation with a key service whose faults the test sets, and a directory for checkpoints. */
export type LogInstallation = TestInstallation & {
  kms: LocalKms
  /** The fault of every call to the key service; null if it answers correctly. */
  fault: Fault | null
  /** How many calls to the key service had the fault `hang`. */
  readonly hanging: number
  checkpointDir: string
  dataDir: string
}

/** @param fault the key service's fault from the start */
export async function bootWithKms(
  env: NodeJS.ProcessEnv = {},
  log = silentLog,
  fault: Fault | null = null,
): Promise<LogInstallation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'attestry-log-'))
  const faults = { now: fault }
  let hanging = 0
  const kms = await startLocalKms({
    dataDir,
    faults: () => {
      if (faults.now === 'hang') hanging += 1
      return faults.now
    },
  })
  const checkpointDir = join(dataDir, 'checkpoints')
  const at = await bootInstallation({
    log,
    env: { ...kmsEnvironment(kms), ATTESTRY_CHECKPOINT_DIR: checkpointDir, ...env },
  })
  return {
    ...at,
    kms,
    checkpointDir,
    dataDir,
    get fault() {
      return faults.now
    },
    set fault(fault) {
      faults.now = fault
    },
    get hanging() {
      return hanging
    },
    stop: async () => {
      await at.stop()
      await kms.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Makes a checkpoint of everything that an organization has logged so far. */
export async function checkpointOf(at: TestInstallation, organizationId: string): Promise<Checkpoint> {
  const { checkpoint } = await logOf(at).createCheckpoint({ organizationId })
  return checkpoint!
}

/** Requests a verification as an administrator of the organization. */
export function verifyAs(
  at: TestInstallation,
  session: string,
  checkpoints: string[] = [],
  more: MessageInitShape<typeof VerifyLogRequestSchema> = {},
): Promise<VerifyLogResponse> {
  return logOf(at).verifyLog({ checkpoints, ...more }, sessionCaller('verifyLog', session, systemClock))
}

/** Requests a verification of the installation's own log. */
export function verifyInstallation(at: TestInstallation): Promise<VerifyLogResponse> {
  return logOf(at).verifyLog({}, as(operatorCaller('verifyLog', systemClock.now())))
}

export function logOf(at: TestInstallation) {
  return createClient(LogService, at.composition.transports.ledger)
}

/** Acts as a superuser who bypasses the triggers of a table. */
export async function behindTriggers(
  url: string,
  table: string,
  text: string,
  values: unknown[] = [],
): Promise<void> {
  await sql(url, `alter table ${table} disable trigger append_only`)
  try {
    await sql(url, text, values)
  } finally {
    await sql(url, `alter table ${table} enable always trigger append_only`)
  }
}

/** Appends entries as a service does. @returns their ids, in order */
export async function appendEntries(url: string, organizationId: string, count: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    url,
    `with made as (
       select $1::uuid as org_id, gen_random_uuid() as id from generate_series(1, $2)),
     texts as (
       select org_id, id, '{"actor":{"id":null,"kind":"system","name":null},"at":"2026-01-02T03:04:05.678Z","code":null,'
         || '"details":{},"id":"' || id || '","operation":"test","organization_id":"' || org_id || '","outcome":"ok",'
         || '"receipts":[],"request_id":"' || id || '","v":1,"via":"system"}' as entry
       from made),
     appended as (
       select ledger.append(array_agg(org_id), array_agg(id), array_agg(entry)) from texts)
     select id from texts, appended`,
    [organizationId, count],
  )
  return rows.map(({ id }) => id)
}

/**
 * Computes the log of an organization by definition (RFC 9162 section 2.1.1), from its entries and indices. It has no join:
 * statistics know nothing of the number of rows of a new organization.
 */
export async function definedLog(url: string, organizationId: string) {
  const leaves = await sql<{ index: string; entry_id: string }>(
    url,
    'select index, entry_id from ledger.leaves where org_id = $1 order by index',
    [organizationId],
  )
  const entries = await sql<{ id: string; entry: string }>(
    url,
    'select id, entry from ledger.entries where org_id = $1',
    [organizationId],
  )
  const entryOf = new Map(entries.map(({ id, entry }) => [id, entry]))
  const placed = leaves.filter(({ entry_id }) => entryOf.has(entry_id))
  const hashes = placed.map(({ entry_id }) => leafHash(entryOf.get(entry_id)!))
  return { indices: placed.map(({ index }) => Number(index)), hashes, root: treeHash(hashes) }
}

/**
 * Returns entries of an organization that do not have exactly one leaf, and leaves without an entry. It has no join, as above.
 */
export function misplaced(url: string, organizationId: string): Promise<{ id: string; leaves: number }[]> {
  return sql(
    url,
    `select id, sum(leaf)::int as leaves from (
       select id, 0 as leaf from ledger.entries where org_id = $1
       union all select entry_id, 1 from ledger.leaves where org_id = $1)
     group by id having sum(leaf) <> 1 or count(*) <> 2`,
    [organizationId],
  )
}

/** Waits until every entry of an installation has its place in the log. */
export async function everyEntryPlaced(url: string): Promise<void> {
  await connected(url, async (run) => {
    const waiting = () => run<{ n: number }>('select count(*)::int as n from ledger.queue')
    while ((await waiting())[0]!.n > 0) await sleep(50)
  })
}

/** Waits until a condition holds. The test runner's limit for a poll ends it otherwise. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(condition).toBe(true)
}
