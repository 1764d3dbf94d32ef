import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decide } from '../../services/gate/domain/decision/decide.ts'
import { OPERATORS } from '../../services/gate/domain/decision/operators.ts'
import { inOrder } from '../../services/gate/domain/decision/snapshot.ts'
import { canonicalJson } from '../../services/kernel/json/canonical-json.ts'
import { derive } from '../../verifier/src/decisions/gate.mjs'

// The service's and the verifier's reading of docs/gate-rules.md share no code. Few values, so that ids, roles, versions and
// names meet, differ and stand twice often.

const id = fc.constantFrom('a', 'b', 'c')
const word = fc.constantFrom('m', 'M', 'n', '\u2028', '"', '')
const name = fc.oneof(word, fc.string({ unit: 'grapheme' }))
const edge = fc.constantFrom(
  0,
  -0,
  0.1,
  0.1 + Number.EPSILON,
  0.3,
  0.1 + 0.2,
  5e-324,
  -5e-324,
  1e21,
  1e-7,
  2 ** 53,
)
const number = fc.oneof(edge, fc.double({ noNaN: true, noDefaultInfinity: true }))
const version = fc.nat(2)
const list = <T>(one: fc.Arbitrary<T>, most: number) => fc.array(one, { maxLength: most })
const agent = fc.record({ profile_id: id, model_name: word, model_version: word, prompt_version: word })
const reference = { id, suite_id: id, suite_name: name, suite_version: version }
const threshold = fc.record({
  metric_name: word,
  eval_type: word,
  operator: fc.constantFrom(...OPERATORS),
  value: number,
  result: fc.option(fc.record({ id, metric_value: number, record_hash: word })),
})
const triggerId = fc.oneof(id, fc.uuid())
const maybe = fc.option(name)
const trigger = fc.oneof(
  fc.record({ id: triggerId, kind: fc.constant('tool' as const), agent_identity: name, tool_name: name }),
  fc.record({
    ...{ id: triggerId, kind: fc.constant('version' as const), agent_identity: name },
    ...{ model_name: maybe, model_version: maybe },
  }),
  fc.record({ id: triggerId, kind: fc.constant('drift' as const), metric_name: name }),
  fc.record({ id: triggerId, kind: fc.constant('manual' as const), reason: name }),
)
const profile = fc.record({
  ...{ id, version, agent_identity: name, model_name: word, model_version: word, prompt_version: word },
})
const hours = fc.option(fc.constantFrom(0, 1, 24))
const agents = list(agent, 4)
const certified = {
  ...reference,
  agents,
  certified_by: id,
  involved: fc.option(list(id, 3)),
  waited_hours: hours,
}
const raw = fc.record({
  rules_version: fc.constantFrom(1 as const, 2 as const),
  organization_id: id,
  ai_system: fc.record({ id, name, version, attestation_roles: list(word, 4) }),
  suite: fc.option(fc.record({ id, name, version, thresholds: list(threshold, 24) })),
  profiles: list(profile, 4),
  certifications: fc.record({
    of_system: fc.option(fc.record({ ...reference, agents: list(agent, 4) })),
    of_suite: fc.option(fc.record(reference)),
    of_version: fc.option(fc.record(certified)),
  }),
  attestations: list(
    fc.record({ id, role: word, suite_id: id, agents, attested_by: id, waited_hours: hours }),
    4,
  ),
  separation_of_duties: fc.record({
    ...{ attester_per_role: fc.boolean(), certifier_is_another: fc.boolean() },
    ...{ changes_need_another: fc.boolean(), role_wait_hours: fc.constantFrom(0, 1, 24) },
  }),
  open_triggers: list(trigger, 23),
  more_open_triggers: fc.boolean(),
})

test('the gate and verify.mjs derive the same decision, byte for byte, from any snapshot, or both none', () => {
  fc.assert(
    fc.property(raw, fc.boolean(), fc.boolean(), (snapshot, ordered, single) => {
      const { rules_version } = snapshot
      const shown = ordered ? { ...inOrder(single ? onceEach(snapshot) : snapshot), rules_version } : snapshot
      expect(read(() => derive(shown).output)).toBe(read(() => decide(shown)))
      if (ordered && single) expect(read(() => decide(shown))).not.toBe('no decision')
    }),
    { numRuns: 1000 },
  )
})

/** Nothing twice in a list, as the database reads it. */
function onceEach(snapshot: Raw): Raw {
  const agentsOnce = <T extends { agents: { profile_id: string }[] }>(locked: T): T => ({
    ...locked,
    agents: once(locked.agents, (a) => a.profile_id),
  })
  const thresholds = (suite: NonNullable<Raw['suite']>) =>
    once(suite.thresholds, (t) => `${t.metric_name} ${t.eval_type} ${t.operator}`)
  const { of_system, of_version } = snapshot.certifications
  return {
    ...snapshot,
    suite: snapshot.suite && { ...snapshot.suite, thresholds: thresholds(snapshot.suite) },
    profiles: once(snapshot.profiles, (p) => p.id),
    certifications: {
      ...snapshot.certifications,
      of_system: of_system && agentsOnce(of_system),
      of_version: of_version && {
        ...agentsOnce(of_version),
        involved: of_version.involved && [...new Set(of_version.involved)],
      },
    },
    attestations: once(snapshot.attestations.map(agentsOnce), (a) => a.role),
    open_triggers: once(snapshot.open_triggers, (t) => t.id),
  }
}

type Raw = typeof raw extends fc.Arbitrary<infer T> ? T : never

function once<T>(items: T[], key: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [key(item), item])).values()]
}

function read(decision: () => unknown): string {
  try {
    return canonicalJson(decision() as never)
  } catch {
    return 'no decision'
  }
}
