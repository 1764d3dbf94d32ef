import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, type JsonValue } from '../../../kernel/json/canonical-json.ts'
import { decide } from './decide.ts'
import { decisionRecord, locked } from './decision-record.ts'
import { OPERATORS, satisfies } from './operators.ts'
import { replay } from './replay.ts'
import { inOrder, type LockedAgent, type Snapshot } from './snapshot.ts'

/** Few values, so that ids, roles and versions meet and differ often. */
const id = fc.constantFrom('a', 'b', 'c')
const role = fc.constantFrom('ciso', 'dpo')
const word = fc.constantFrom('m1', 'm2')
const number = fc.oneof(fc.constantFrom(0, -0, 0.1, 1), fc.double({ noNaN: true, noDefaultInfinity: true }))
const agent = fc.record({ profile_id: id, model_name: word, model_version: word, prompt_version: word })
const reference = { id, suite_id: id, suite_name: fc.constant('s'), suite_version: fc.nat(3) }
const hours = fc.constantFrom(0, 24, 25)
const certified = {
  ...{ ...reference, agents: fc.uniqueArray(agent, { selector: (a) => a.profile_id }), certified_by: id },
  ...{ involved: fc.option(fc.subarray(['a', 'b', 'c'])), waited_hours: fc.option(hours) },
}
const threshold = fc.record({
  metric_name: word,
  eval_type: fc.constant('custom'),
  operator: fc.constantFrom(...OPERATORS),
  value: number,
  result: fc.option(fc.record({ id, metric_value: number, record_hash: fc.constant('00') })),
})
const trigger = fc.oneof(
  fc.record({ id, kind: fc.constant('drift' as const), metric_name: fc.string() }),
  fc.record({ id, kind: fc.constant('manual' as const), reason: fc.string() }),
)
const parts = fc.record({
  organization_id: id,
  separation_of_duties: fc.record({
    ...{ attester_per_role: fc.boolean(), certifier_is_another: fc.boolean() },
    ...{ changes_need_another: fc.boolean(), role_wait_hours: hours },
  }),
  ai_system: fc.record({
    id,
    name: fc.string(),
    version: fc.nat(3),
    attestation_roles: fc.uniqueArray(role),
  }),
  suite: fc.option(
    fc.record({
      id,
      name: fc.constant('s'),
      version: fc.nat(3),
      thresholds: fc.uniqueArray(threshold, { selector: (t) => t.metric_name, maxLength: 3 }),
    }),
  ),
  profiles: fc.uniqueArray(
    fc.record({
      id,
      version: fc.nat(3),
      agent_identity: fc.string(),
      model_name: word,
      model_version: word,
      prompt_version: word,
    }),
    { selector: (profile) => profile.id, maxLength: 2 },
  ),
  certifications: fc.record({
    of_system: fc.option(
      fc.record({ ...reference, agents: fc.uniqueArray(agent, { selector: (a) => a.profile_id }) }),
    ),
    of_suite: fc.option(fc.record(reference)),
    of_version: fc.option(fc.record(certified)),
  }),
  attestations: fc.uniqueArray(
    fc.record({
      ...{ id, role, suite_id: id, agents: fc.uniqueArray(agent, { selector: (a) => a.profile_id }) },
      ...{ attested_by: id, waited_hours: fc.option(hours) },
    }),
    { selector: (attestation) => attestation.role },
  ),
  open_triggers: fc.uniqueArray(trigger, { selector: (t) => t.id, maxLength: 2 }),
})
const snapshots = parts.map(inOrder)

/** Everything in place: what a snapshot needs to pass. The properties below take one thing away at a time. */
const passing = parts.map((read): Snapshot => {
  const suite = read.suite ?? { id: 'a', name: 's', version: 1, thresholds: [] }
  const thresholds = [
    ...suite.thresholds.map((t) => ({
      ...t,
      operator: 'eq',
      result: { id: 'a', metric_value: t.value, record_hash: '00' },
    })),
    {
      metric_name: 'm3',
      eval_type: 'custom',
      operator: 'lte',
      value: 1,
      result: { id: 'a', metric_value: 0, record_hash: '00' },
    },
  ]
  const first = {
    id: 'p',
    version: 1,
    agent_identity: 'x',
    model_name: 'm1',
    model_version: 'm1',
    prompt_version: 'm1',
  }
  const profiles = [...read.profiles, first]
  const agents = profiles.map(({ id: profile_id, model_name, model_version, prompt_version }) => ({
    profile_id,
    model_name,
    model_version,
    prompt_version,
  }))
  const certification = { id: 'c', suite_id: suite.id, suite_name: suite.name, suite_version: suite.version }
  return inOrder({
    ...read,
    suite: { ...suite, thresholds },
    profiles,
    certifications: {
      of_system: { ...certification, agents },
      of_suite: certification,
      of_version: { ...certification, agents, certified_by: 'z', involved: ['a'], waited_hours: 720 },
    },
    attestations: read.ai_system.attestation_roles.map((r) => ({
      id: r,
      role: r,
      suite_id: suite.id,
      agents,
      attested_by: r,
      waited_hours: 720,
    })),
    open_triggers: [],
  })
})

test('a decision passes exactly when it has no reason, and each reason has one detail', () => {
  fc.assert(
    fc.property(snapshots, (snapshot) => {
      const { decision, reasons, reason_details, missing_attestation_roles } = decide(snapshot)
      expect(decision === 'pass').toBe(reasons.length === 0)
      expect(reason_details.map(({ code }) => code)).toEqual(reasons)
      expect(new Set(reasons).size).toBe(reasons.length)
      expect(missing_attestation_roles.length > 0).toBe(reasons.includes('attestation_missing'))
    }),
  )
})

/** The requirements for `pass` by the contract (docs/api.md 3.2) and by separation of duties, however reasons are distinguished. */
function mayPass({
  separation_of_duties: duties,
  suite,
  profiles,
  certifications,
  attestations,
  ai_system,
  open_triggers,
}: Snapshot): boolean {
  const known = (agents: LockedAgent[]): boolean =>
    profiles.every((p) =>
      agents.some(
        (a) =>
          a.profile_id === p.id &&
          bytes([a.model_name, a.model_version, a.prompt_version]) ===
            bytes([p.model_name, p.model_version, p.prompt_version]),
      ),
    )
  const due = duties?.role_wait_hours ?? 0
  const hasWaited = (one: { waited_hours?: number | null }) => due === 0 || (one.waited_hours ?? -1) >= due
  return (
    suite !== null &&
    profiles.length > 0 &&
    suite.thresholds.length > 0 &&
    suite.thresholds.every(
      (t) => t.result !== null && satisfies(t.result.metric_value, t.operator, t.value),
    ) &&
    certifications.of_version?.suite_id === suite.id &&
    known(certifications.of_version.agents ?? []) &&
    (!duties?.certifier_is_another ||
      certifications.of_version.involved?.includes(certifications.of_version.certified_by ?? '') === false) &&
    hasWaited(certifications.of_version) &&
    (certifications.of_system === null || known(certifications.of_system.agents)) &&
    open_triggers.length === 0 &&
    ai_system.attestation_roles.every((r) =>
      attestations.some(
        (a) =>
          a.role === r &&
          a.suite_id === suite.id &&
          known(a.agents) &&
          hasWaited(a) &&
          (!duties?.attester_per_role ||
            attestations.filter((b) => b.attested_by === a.attested_by).length === 1),
      ),
    )
  )
}

test('a decision passes exactly when everything that a pass requires is there', () => {
  const keys = [
    'separation_of_duties',
    'suite',
    'profiles',
    'certifications',
    'attestations',
    'open_triggers',
    'ai_system',
  ] as const
  fc.assert(
    fc.property(passing, snapshots, fc.subarray([...keys]), (whole, other, taken) => {
      const mixed = { ...whole, ...Object.fromEntries(taken.map((key) => [key, other[key]])) }
      expect(decide(mixed).decision === 'pass').toBe(mayPass(mixed))
    }),
    { numRuns: 1000 },
  )
})

test('a complete snapshot passes, and an absent or failing result makes it block', () => {
  fc.assert(
    fc.property(passing, fc.nat(), fc.boolean(), (snapshot, pick, absent) => {
      expect(decide(snapshot).decision).toBe('pass')
      const thresholds = snapshot.suite!.thresholds
      const broken = structuredClone(snapshot)
      const target = broken.suite!.thresholds[pick % thresholds.length]!
      if (absent) target.result = null
      else Object.assign(target, { operator: 'gt', value: target.result!.metric_value })
      const { decision, reasons, certification_id } = decide(broken)
      expect({ decision, reasons, certification_id }).toEqual({
        decision: 'block',
        reasons: ['no_approved_run'],
        certification_id: null,
      })
    }),
  )
})

test('a result’s own passed flag does not change the decision', () => {
  fc.assert(
    fc.property(snapshots, fc.boolean(), (snapshot, passed) => {
      const claiming = structuredClone(snapshot)
      for (const { result } of claiming.suite?.thresholds ?? [])
        if (result !== null) Object.assign(result, { passed })
      expect(decide(claiming)).toEqual(decide(snapshot))
    }),
  )
})

test('comparing NaN or an infinity throws', () => {
  const wild = fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY)
  fc.assert(
    fc.property(passing, wild, fc.boolean(), (snapshot, value, onResult) => {
      const target = snapshot.suite!.thresholds[0]!
      if (onResult) target.result!.metric_value = value
      else target.value = value
      expect(() => decide(snapshot)).toThrow(/not finite/)
    }),
  )
})

test('the order in which a snapshot’s parts were read changes neither its bytes nor the decision', () => {
  fc.assert(
    fc.property(parts, (read) => {
      const reversed = {
        ...read,
        suite: read.suite && { ...read.suite, thresholds: read.suite.thresholds.toReversed() },
        ai_system: { ...read.ai_system, attestation_roles: read.ai_system.attestation_roles.toReversed() },
        profiles: read.profiles.toReversed(),
        attestations: read.attestations.toReversed(),
        open_triggers: read.open_triggers.toReversed(),
      }
      expect(bytes(inOrder(reversed))).toBe(bytes(inOrder(read)))
    }),
  )
})

test('the same snapshot gives the same decision bytes, also after it was stored and read', () => {
  fc.assert(
    fc.property(snapshots, (snapshot) => {
      const stored: Snapshot = JSON.parse(bytes(snapshot))
      expect(bytes(decide(stored))).toBe(bytes(decide(snapshot)))
      const { text } = decisionRecord('d', locked(snapshot), new Date('2026-01-02T03:04:05.678Z'))
      expect(text).toBe(bytes(JSON.parse(text)))
      expect(replay(text)).toEqual({ identical: true, differences: [] })
    }),
  )
})

test('each operator compares two finite numbers exactly', () => {
  fc.assert(
    fc.property(number, number, (a, b) => {
      expect(satisfies(a, 'lte', b)).toBe(!satisfies(a, 'gt', b))
      expect(satisfies(a, 'gte', b)).toBe(!satisfies(a, 'lt', b))
      expect(satisfies(a, 'eq', b)).toBe(satisfies(a, 'lte', b) && satisfies(a, 'gte', b))
      expect(satisfies(a, 'lt', b)).toBe(a - b < 0 || (a - b === 0 && a < b))
    }),
  )
})

function bytes(value: unknown): string {
  return canonicalJson(value as JsonValue)
}
