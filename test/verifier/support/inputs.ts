import { sha256Hex } from '../../../services/kernel/crypto/digest.ts'
import { leafHash } from '../../../services/kernel/crypto/merkle.ts'
import { canonicalJson, type JsonValue } from '../../../services/kernel/json/canonical-json.ts'
import { uuid } from './log.ts'

/**
 * Returns the records behind a snapshot, by type, and the snapshot with corrected hashes of its results. Earlier versions of the
 * system are made up.
 */
export function inputsOf(organizationId: string, snapshot: Snapshot, organizationVersion = 2): Inputs {
  const system = snapshot.ai_system
  const suite = snapshot.suite
  const own = { organization_id: organizationId, ai_system_id: system.id }
  const versions = <T extends Json>(count: number, record: (version: number) => T): T[] =>
    Array.from({ length: count }, (_, i) => record(i + 1))
  const evaluations: Json[] = []
  const thresholds = (suite?.thresholds ?? []).map((threshold: Json) => {
    const { metric_name, eval_type, result } = threshold
    if (result === null) return threshold
    const record = { ...own, eval_suite_id: suite!.id, eval_type, id: result.id, metric_name }
    const text = canonicalJson({ ...record, metric_value: result.metric_value } as JsonValue)
    if (!evaluations.some(({ id }) => id === result.id)) evaluations.push(JSON.parse(text))
    return { ...threshold, result: { ...result, record_hash: leafHash(text).toString('hex') } }
  })
  const { of_system, of_suite, of_version } = snapshot.certifications
  const certified = new Map([of_system, of_suite, of_version].filter(Boolean).map((one) => [one.id, {}]))
  for (const one of [of_system, of_suite, of_version].filter(Boolean))
    certified.set(one.id, { agents: [], certified_by: uuid('nobody'), ...certified.get(one.id), ...one })
  const person = (id: string) => ({ id, name: 'somebody' })
  const records: { [type: string]: Json[] } = {
    organizations: [
      {
        id: organizationId,
        separation_of_duties: snapshot.separation_of_duties,
        version: organizationVersion,
      },
    ],
    'ai-systems': versions(system.version, (version) => ({
      ...system,
      gate_suite: suite?.name ?? null,
      version,
    })),
    suites: versions(suite?.version ?? 0, (version) => ({
      ...{ ...own, name: suite!.name, version },
      id: version === suite!.version ? suite!.id : uuid(`${suite!.name} ${version}`),
      thresholds: suite!.thresholds.map(({ result: _, ...threshold }: Json) => threshold),
    })),
    evaluations,
    'agent-profiles': snapshot.profiles.flatMap((profile: Json) =>
      versions(profile.version, (version) => ({ ...own, ...profile, version })),
    ),
    // The newest certification of the system comes last: it may be of any suite.
    certifications: [of_suite, of_version, of_system]
      .filter(Boolean)
      .map(({ id }) => id)
      .filter((id, i, all) => all.lastIndexOf(id) === i)
      .map((id) => certified.get(id) as Json)
      .map((one) => ({ ...own, ...one, certified_by: person(one.certified_by) })),
    attestations: snapshot.attestations.map((one: Json) => ({
      ...{ ...own, ...one },
      attested_by: person(one.attested_by ?? uuid('nobody')),
    })),
    findings: snapshot.open_triggers
      .filter(({ kind }: Json) => kind !== 'manual')
      .map((one: Json) => ({ ...FINDING, ...own, profile_id: uuid(one.agent_identity ?? ''), ...one })),
    triggers: snapshot.open_triggers
      .filter(({ kind }: Json) => kind === 'manual')
      .map(({ id, reason }: Json) => ({ ...own, id, reason })),
  }
  return {
    records: Object.fromEntries(Object.entries(records).filter(([, list]) => list.length > 0)),
    snapshot: { ...snapshot, suite: suite && { ...suite, thresholds } },
  }
}

/** Returns the record of a decision on a snapshot. */
export function decisionOf(snapshot: Snapshot, expected: Json, id = uuid('decision')): Json {
  return {
    ...expected,
    id,
    ai_system_id: snapshot.ai_system.id,
    decided_at: '2026-02-03T04:05:06.789Z',
    payload_hash: sha256Hex(canonicalJson(snapshot as JsonValue)),
    snapshot,
  }
}

const FINDING = {
  agent_identity: null,
  metric_name: null,
  model_name: null,
  model_version: null,
  tool_name: null,
}

// biome-ignore lint/suspicious/noExplicitAny: snapshots and records of many kinds
type Json = { [key: string]: any }
type Snapshot = Json
type Inputs = { records: { [type: string]: Json[] }; snapshot: Snapshot }
